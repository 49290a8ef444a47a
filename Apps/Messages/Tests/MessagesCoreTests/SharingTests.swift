import Testing
import TodayKit

@testable import MessagesCore

/// The values that the app shares with its widget.
@Suite struct SharingTests {
    @Test func theNewestAreSharedWithTheNumber() {
        let shared = SharedInbox(Samples.inbox(25, unread: 12))
        #expect(shared.messages.map(\.id.rawValue) == (0..<10).map { "m\($0)" })
        #expect(shared.unread == 12)
    }

    @Test func whatIsSharedComesBackAsItWas() throws {
        var message = Samples.message("m", expires: 60.75, icon: "https://a.example/i.png")
        message.sent = Date(timeIntervalSince1970: 1_795_262_400.123_456)
        let shared = SharedInbox(InboxPage(messages: [message], unread: 1))
        let json = try JSONValue(encoding: shared.messages)
        #expect(try json.decode([SharedMessage].self) == shared.messages)
        // Otherwise the inbox would be shared again and again.
        #expect(try PropertyValue(json: json).json.decode([SharedMessage].self) == shared.messages)
    }

    @Test func theSharedKeysAreTheDocumentedOnes() throws {
        let message = Samples.message("m", expires: 60, isRead: true, icon: "https://a.example/i.png")
        let json = try JSONValue(encoding: SharedMessage(message))
        #expect(
            try json
                == JSONValue(
                    parsing: """
                        {"iconURL": "https://a.example/i.png", "messageExpires": {"$date": "2026-11-21T12:01:00.000Z"},
                         "messageID": "m", "messageSent": {"$date": "2026-11-21T11:00:00.000Z"}, "read": true,
                         "subheading": "Soup tonight", "title": "Message m"}
                        """
                )
        )
        // What a message does not have is left out.
        let bare = try JSONValue(encoding: SharedMessage(Samples.message("m", subtitle: nil)))
        #expect(bare.objectValue?.keys.sorted() == ["messageID", "messageSent", "read", "title"])
        #expect(DefaultsKey.inboxMessages.name == "inboxMessages")
    }

    @Test func hugeTextsAreCut() throws {
        let long = String(repeating: "x", count: 100_000)
        let messages = (0..<10).map { Samples.message("m\($0)", title: long, subtitle: long) }
        let json = try JSONValue(encoding: SharedInbox(InboxPage(messages: messages)).messages)
        #expect(json.jsonText.utf8.count < 64 * 1024)
    }

    @Test func whatIsExpiredIsNotThere() {
        let messages = [
            Samples.message("a", expires: 60), Samples.message("b", expires: 0), Samples.message("c"),
            Samples.message("d", expires: 30),
        ]
        let shared = SharedInbox(InboxPage(messages: messages))
        #expect(shared.messages(at: Samples.now).map(\.id.rawValue) == ["a", "c", "d"])
        #expect(shared.nextChange(after: Samples.now) == Samples.now.addingTimeInterval(30))
    }

    @Test func aTimeBecomesADay() {
        let shared = SharedInbox(InboxPage(messages: [Samples.message("a", age: 86_000), Samples.message("b")]))
        #expect(shared.nextChange(after: Samples.now) == Samples.now.addingTimeInterval(400))
        #expect(shared.nextChange(after: Samples.now.addingTimeInterval(86_400)) == nil)
        #expect(SharedInbox(InboxPage()).nextChange(after: Samples.now) == nil)
    }

    @Test(arguments: [(0, false, true), (0, true, false), (1, false, true), (1, true, true)])
    func theWidgetHidesWhileEmptyIfThePersonWishes(count: Int, hides: Bool, shows: Bool) {
        let inbox = SharedInbox(Samples.inbox(count))
        #expect(InboxSharer.showsWidget(inbox, hidesWhileEmpty: hides) == shows)
    }
}
