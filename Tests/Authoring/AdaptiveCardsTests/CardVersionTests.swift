import AdaptiveCards
import Testing

@Suite struct CardVersionTests {
    @Test(arguments: ["", "1", "1.", ".5", "1.5.1", "-1.5", "1.5 ", "1.x", "12345678901.0", "１.５"])
    func whatIsNoVersionIsNone(text: String) {
        #expect(CardVersion(text) == nil)
    }

    @Test func versionsAreOrderedByNumber() throws {
        let versions = try ["1.10", "1.9", "2.0", "0.9"].map { try #require(CardVersion($0)) }
        #expect(versions.sorted().map(\.description) == ["0.9", "1.9", "1.10", "2.0"])
    }
}
