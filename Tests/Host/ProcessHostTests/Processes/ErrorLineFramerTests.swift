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
