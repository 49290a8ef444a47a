import Testing

@testable import ProcessHost

@Suite struct EndReasonTests {
    @Test func whatIsTooMuchIsMoreThanTheLimitInTextToo() {
        let reason = EndReason.memory(used: (64 << 20) + 1, limit: 64 << 20)
        #expect(reason.predicate == "used 65 MiB of memory; its limit is 64 MiB")
    }

    @Test func aReasonThatDiffersInItsValuesIsOfTheSameKind() {
        #expect(EndReason.memory(used: 2, limit: 1).kind == EndReason.memory(used: 3, limit: 1).kind)
        #expect(EndReason.memory(used: 2, limit: 1).kind != EndReason.temporaryFiles(used: 2, limit: 1).kind)
    }
}
