import HostModel
import Testing
import TodayProtocol

@testable import ProcessHost

@Suite struct EndReasonTests {
    @Test func whatIsTooMuchIsMoreThanTheLimitInTextToo() {
        let reason = EndReason.memory(used: (64 << 20) + 1, limit: 64 << 20)
        #expect(reason.logLine(about: "X") == "X used 65 MiB of memory; its limit is 64 MiB")
        #expect(reason.sentence(about: "X") == .usedTooMuchMemory("X", used: 65, limit: 64))
    }

    @Test func aReasonThatDiffersInItsValuesIsOfTheSameKind() {
        #expect(EndReason.memory(used: 2, limit: 1).kind == EndReason.memory(used: 3, limit: 1).kind)
        #expect(EndReason.memory(used: 2, limit: 1).kind != EndReason.temporaryFiles(used: 2, limit: 1).kind)
    }
}
