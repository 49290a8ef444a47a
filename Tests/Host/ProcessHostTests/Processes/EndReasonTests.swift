import Testing

@testable import ProcessHost

@Suite struct EndReasonTests {
    @Test func whatIsTooMuchIsMoreThanTheLimitInTextToo() {
        let reason = EndReason.memory(used: (64 << 20) + 1, limit: 64 << 20)
        #expect(reason.predicate == "used 65 MiB of memory; its limit is 64 MiB")
    }
}
