import Testing

@testable import ProcessHost

@Suite struct ErrorLineFramerTests {
    private func lines(_ output: inout ErrorLineFramer, _ text: String, at now: Duration = .zero) -> [String] {
        Array(text.utf8).withUnsafeBytes { output.append($0, at: now) }
    }

    @Test(arguments: [["a\nb\n"], ["a", "\n", "b\n"], ["a\n", "\nb", "\n"]])
    func linesAreTheSameHoweverTheyAreCut(chunks: [String]) {
        var output = ErrorLineFramer()
        #expect(chunks.flatMap { lines(&output, $0) } == ["a", "b"])
        #expect(output.finish().isEmpty)
    }

    @Test func theLastLineNeedsNoEnd() {
        var output = ErrorLineFramer()
        #expect(lines(&output, "a").isEmpty)
        #expect(output.finish() == ["a"])
    }

    @Test func aLongLineIsCutAndNotKept() {
        var output = ErrorLineFramer()
        for _ in 0..<100 { #expect(lines(&output, String(repeating: "x", count: 10_000)).isEmpty) }
        #expect(lines(&output, "\nnext\n") == [String(repeating: "x", count: 4096) + " …", "next"])
    }

    @Test func aFloodIsCountedAndLeftOut() {
        var output = ErrorLineFramer()
        #expect(lines(&output, String(repeating: "x\n", count: 1000)).count == 50)
        #expect(lines(&output, "late\n", at: .seconds(1)) == ["(950 more lines were left out)", "late"])
        #expect(output.finish().isEmpty)
    }

    @Test func theNoteComesAtTheEndAtTheLatest() {
        var output = ErrorLineFramer()
        _ = lines(&output, String(repeating: "x\n", count: 60))
        #expect(output.finish() == ["(10 more lines were left out)"])
    }
}

@Suite struct LogAllowanceTests {
    @Test func aFloodTakesLittleOfTheLogAndIsToldOnce() {
        var allowance = LogAllowance()
        var admitted = 0
        var told = 0
        // 100 MB in lines of 1 kB, within ten seconds.
        for number in 0..<100_000 {
            switch allowance.admit(999, at: .microseconds(100 * number)) {
            case .admitted: admitted += 1000
            case .isFull: told += 1
            case .stillFull: break
            }
        }
        #expect(admitted <= 16_384)
        #expect(told == 1)
    }

    @Test func whatIsWrittenSlowlyIsAdmitted() {
        var allowance = LogAllowance()
        for minute in 0..<1000 { #expect(allowance.admit(900, at: .seconds(60 * minute)) == .admitted) }
    }

    @Test func afterAFloodThereIsRoomAgainOnlyOnceHalfIsFree() {
        var allowance = LogAllowance()
        while allowance.admit(100, at: .zero) == .admitted {}
        #expect(allowance.admit(0, at: .seconds(60)) == .stillFull)
        #expect(allowance.admit(100, at: .seconds(600)) == .admitted)
    }
}
