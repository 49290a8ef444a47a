import AdaptiveCards
import JSON
import Testing
import TodayProtocol

/// Messages about inboxes; `ProtocolDocumentTests` has the form of each.
@Suite struct InboxMessageTests {
    @Test func aPageNamesTheMessageWhoseBodyShows() throws {
        let content = SceneContent(title: "T", card: Card {}, focus: "f", message: MessageID("m"))
        let json = try JSONValue(encoding: content)
        #expect(json["message"] == "m")
        #expect(try json.decode(SceneContent.self) == content)
        #expect(try JSONValue(encoding: SceneContent(title: "T", card: Card {}))["message"] == nil)
    }

    @Test(arguments: [
        #"{"isRead":true}"#, #"{"ids":"a","isRead":true}"#, #"{"ids":[1],"isRead":true}"#, #"{"ids":["a"]}"#,
        #"{"ids":["a"],"isRead":1}"#, "[]", "null",
    ])
    func aMalformedRequestIsRefused(text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: (any Error).self) { try json.decode(MessagesReadRequest.self) }
    }

    @Test(arguments: [
        ("Zm9v", true), ("-_09azAZ", true), (String(repeating: "x", count: 128), true), ("", false),
        (String(repeating: "x", count: 129), false), ("a/b", false), ("..", false), ("a b", false), ("ä", false),
        ("a\u{0}", false), ("a.b", false),
    ])
    func anIDThatMayBecomePartOfAPathIsPlain(text: String, isWellFormed: Bool) {
        #expect(MessageID(text).isWellFormed == isWellFormed)
    }
}
