import Testing
import TodayKit

@testable import MessagesCore

/// The values that the app shares with its widget.
@Suite struct SharingTests {
    @Test func allMessagesUpToTheLimitAreSharedWithTheNumber() {
        let shared = SharedInbox(Samples.inbox(SharedInbox.length + 25, unread: 112))
        #expect(shared.messages.map(\.id.rawValue) == (0..<100).map { "m\($0)" })
        #expect(shared.unread == 112)
    }

    @Test func titlesAndSubtitlesAreSharedUpToTwoHundredCharacters() {
        let (title, subtitle) = (String(repeating: "ä", count: 201), String(repeating: "s", count: 201))
        let message = Samples.message("m", title: title, subtitle: subtitle)
        let shared = SharedMessage(message)
        #expect(shared.title == String(repeating: "ä", count: 200))
        #expect(shared.subheading == String(repeating: "s", count: 200))
    }

    @Test func whatIsSharedComesBackAsItWas() throws {
        var message = Samples.message("m", icon: "https://a.example/i.png")
        message.sent = Date(timeIntervalSince1970: 1_795_262_400.123_456)
        let shared = SharedInbox(InboxPage(messages: [message], unread: 1))
        let json = try JSONValue(encoding: shared.messages)
        #expect(try json.decode([SharedMessage].self) == shared.messages)
        // Otherwise the inbox would be shared again and again.
        #expect(try PropertyValue(json: json).json.decode([SharedMessage].self) == shared.messages)
    }

    @Test func theSharedKeysAreExactlyThoseOfTheOriginal() throws {
        let message = Samples.message("m", expires: 60, isRead: true, icon: "https://a.example/i.png")
        let json = try JSONValue(encoding: SharedMessage(message))
        #expect(
            try json
                == JSONValue(
                    parsing: """
                        {"date": {"$date": "2026-11-21T11:00:00.000Z"}, "iconURL": "https://a.example/i.png", "id": "m",
                         "read": "YES", "subheading": "Soup tonight", "title": "Message m"}
                        """
                )
        )
        // A message that lacks something has the same keys.
        let bare = try JSONValue(encoding: SharedMessage(Samples.message("m", subtitle: nil)))
        #expect(bare.objectValue?.keys.sorted() == ["date", "iconURL", "id", "read", "subheading", "title"])
        #expect(bare["read"] == "NO" && bare["subheading"] == "" && bare["iconURL"] == "")
        #expect(DefaultsKey.inboxMessages.name == "inboxMessages")
    }

    @Test(arguments: ["x", "\"", "\u{1}", "👨‍👩‍👧‍👦"])
    func hugeTextsFitUnderOneKey(character: String) throws {
        let long = String(repeating: character, count: 4096)
        let messages = (0..<100).map { Samples.message("m\($0)", title: long, subtitle: long, icon: long) }
        let shared = SharedInbox(InboxPage(messages: messages))
        #expect(!shared.messages.isEmpty)
        #expect(try JSONValue(encoding: shared.messages).jsonText.utf8.count <= 256 * 1024)
        // Common messages are all shared.
        let common = (0..<100).map {
            Samples.message("m\($0)", title: String(repeating: "夕", count: 300), subtitle: "Soup \"tonight\"")
        }
        #expect(SharedInbox(InboxPage(messages: common)).messages.count == 100)
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
