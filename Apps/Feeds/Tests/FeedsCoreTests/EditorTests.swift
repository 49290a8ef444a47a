import Testing
import TodayKit

@testable import FeedsCore

@Suite struct EditorTests {
    private let editor = FeedEditor(Texts("en"))
    private let three = ["a", "b", "c"].map { SavedFeed(address: "https://\($0).org/feed") }

    @Test(arguments: [
        ("https://example.org/feed.xml", "https://example.org/feed.xml"),
        (" example.org/rss ", "https://example.org/rss"),
        ("feed://example.org/rss", "https://example.org/rss"),
        ("feed:https://example.org/rss", "https://example.org/rss"),
        ("http://localhost:8080/a?b=c", "http://localhost:8080/a?b=c"),
    ])
    func anAddressIsCompleted(text: String, address: String) throws {
        let feeds = try editor.feeds(after: .add, [], inputs: ["address": text, "name": " My\nnews "])
        #expect(feeds == [SavedFeed(address: address, name: "My news")])
    }

    @Test(arguments: [
        "", "   ", "javascript:alert(1)", "file:///etc/passwd", "ftp://example.org/", "https://",
        "https://a:b@example.org/",
        "https://example.org/" + String(repeating: "x", count: 1000), "müller.de/feed",
    ])
    func whatIsNoAddressIsRefusedAtItsInput(text: String) {
        let refused = #expect(throws: InvalidInputs.self) {
            try editor.feeds(after: .add, [], inputs: ["address": text])
        }
        #expect(refused?.messages["address"]?.hasPrefix("Enter an address") == true)
    }

    @Test func theSameFeedTooManyFeedsAndALongNameAreRefused() {
        let again = ["address": "https://a.org/feed"]
        #expect(throws: InvalidInputs.self) { try editor.feeds(after: .add, three, inputs: again) }
        let many = (0..<SavedFeed.limit).map { SavedFeed(address: "https://\($0).org/") }
        #expect(throws: InvalidInputs.self) { try editor.feeds(after: .add, many, inputs: again) }
        let long = ["address": "https://a.org/", "name": String(repeating: "x", count: 61)]
        #expect(throws: InvalidInputs.self) { try editor.feeds(after: .add, [], inputs: long) }
    }

    @Test func aRemovedFeedReturnsToItsPlaceOnce() throws {
        let removed = try editor.feeds(after: .remove(address: three[1].address), three, inputs: [:])
        #expect(removed == [three[0], three[2]])
        let back = try editor.feeds(after: .putBack(three[1], at: 1), removed, inputs: [:])
        #expect(back == three)
        #expect(try editor.feeds(after: .putBack(three[1], at: 1), back, inputs: [:]) == three)
        #expect(try editor.feeds(after: .putBack(three[1], at: 99), removed, inputs: [:]).last == three[1])
    }

    @Test func aMoveNamesThePlaceSoThatRepeatingItChangesNothing() throws {
        let move = FeedsAction.move(address: three[2].address, to: 0)
        let moved = try editor.feeds(after: move, three, inputs: [:])
        #expect(moved == [three[2], three[0], three[1]])
        #expect(try editor.feeds(after: move, moved, inputs: [:]) == moved)
        #expect(try editor.feeds(after: .move(address: "https://gone.org/", to: 0), three, inputs: [:]) == three)
    }
}
