import HostModel
import Testing

@testable import Host

@Suite struct IDPrefixTests {
    @Test func oneCandidateIsMeantAndNoneIsNone() throws {
        #expect(try IDPrefix.only(of: ["abcdef"], beginning: "abcd") == "abcdef")
        #expect(try IDPrefix.only(of: [], beginning: "abcd") == nil)
        #expect(IDPrefix.isUsable("abcd"))
        #expect(!IDPrefix.isUsable("abc"))
    }

    @Test func severalCandidatesAreListed() {
        let error = #expect(throws: HostError.self) {
            try IDPrefix.only(of: ["abcdef", "abcdab"], beginning: "abcd")
        }
        #expect(error?.code == .invalid)
        #expect(error?.message == "2 ids begin with abcd: abcdab, abcdef.")
    }
}
