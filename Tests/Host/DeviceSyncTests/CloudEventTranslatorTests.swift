import Foundation
import HostModel
import HostStorage
import JSON
import Notifications
import ServerSentEvents
import Testing
import TodayProtocol

@testable import DeviceSync

@Suite struct CloudEventTranslatorTests {
    private static let app = AppID("org.today.Messages")
    private let reader = CloudEventTranslator(epoch: "e", isAppsAddress: { $0.hasPrefix("today-messages:") }) { app in
        app == Self.app ? PushAppInfo(title: "Messages", schemes: ["today-messages"]) : nil
    }

    private func operations(_ kind: String, _ json: JSONValue, sequence: Int64? = 7) -> [StoreOperation] {
        reader.operations(for: ServerSentEvent(id: sequence.map { String($0) }, name: kind, bytes: json.jsonBytes()))
    }

    private static let passed = [StoreOperation.cloud(.advanceCursor(sequence: 7, epoch: "e"))]

    private func push(_ more: [String: JSONValue]) -> ReceivedPush? {
        var json: [String: JSONValue] = [
            "app": "org.today.Messages", "push_id": "p", "sent": "2026-11-21T08:00:00.000Z",
        ]
        json.merge(more) { $1 }
        guard case .cloud(.receivePush(let order))? = operations("push", .object(json)).first else { return nil }
        return order
    }

    @Test func aPushWithAMessageOpensIt() throws {
        let order = try #require(
            push([
                "alert": ["title": "T", "subtitle": "S", "body": "B"], "message_id": "m-1", "content_available": true,
                "badge": 3,
                "sound": "default", "category": "c", "thread_id": "t", "interruption_level": "time-sensitive",
                "extra": ["k": "v", "n": .null], "expires": "2026-11-22T08:00:00.000Z",
            ])
        )
        #expect(order.wakes && order.sequence == 7 && order.epoch == "e")
        #expect(order.push.messageID == MessageID("m-1") && !order.push.isSilent)
        #expect(order.expires == Date(timeIntervalSince1970: 1_795_334_400))
        let request = try #require(order.request)
        #expect(request.identifier == "p")
        #expect(request.content.title == "T" && request.content.subtitle == "S" && request.content.body == "B")
        #expect(request.content.deepLink == "today-messages://message/m-1")
        #expect(request.content.badge == 3 && request.content.sound == .default)
        #expect(request.content.interruptionLevel == .timeSensitive)
        #expect(
            request.content.userInfo?["k"] == .string("v") && request.content.userInfo?["message_id"] == .string("m-1")
        )
    }

    @Test func aPushCarriesNoMoreAlongThanTheCloudTakes() throws {
        for (length, isKept) in [(16_000, true), (16 * 1024, false), (1 << 20, false)] {
            let order = try #require(push(["extra": ["x": .string(String(repeating: "q", count: length))]]))
            #expect(order.push.extra.isEmpty != isKept)
        }
        let escaped = JSONValue.string(String(repeating: "\u{1}", count: 4_000))
        #expect(try #require(push(["extra": ["x": escaped]])).push.extra.isEmpty)
    }

    @Test func aPushWithoutAnAlertIsSilent() throws {
        let order = try #require(push(["content_available": true]))
        #expect(order.push.isSilent && order.request == nil && order.wakes)
        #expect(try #require(push(["alert": ["title": "  "]])).push.isSilent)
    }

    @Test func anAlertWithoutATitleHasTheAppsName() throws {
        #expect(try #require(push(["alert": ["body": "B"]])).request?.content.title == "Messages")
    }

    @Test func aPushWithTheSameCollapseIDTakesItsPlace() throws {
        #expect(try #require(push(["alert": ["body": "B"], "collapse_id": "c"])).request?.identifier == "c")
    }

    @Test func buttonsOfAPredefinedSetAreItsOwnActions() throws {
        let order = try #require(
            push([
                "alert": ["body": "B"], "category": "ua_yes_no_foreground",
                "buttons": [["id": "yes", "title": "Yes", "foreground": true], ["id": "no", "title": "No"]],
            ])
        )
        #expect(order.actions.map(\.identifier) == ["yes", "no"])
        #expect(order.actions.map(\.options) == [[.foreground], []])
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "other-app://x", "today-messages", ""])
    func aSenderOpensNothingButTheWebAndTheAppItself(address: String) throws {
        let open: JSONValue = ["open": ["type": "url", "content": .string(address)]]
        #expect(try #require(push(["alert": ["body": "B"], "actions": open])).request?.content.deepLink == nil)
    }

    @Test(arguments: ["https://x.example/", "today-messages://inbox", "TODAY-MESSAGES://inbox"])
    func aSenderMayOpenTheWebAndTheAppItself(address: String) throws {
        let open: JSONValue = ["open": ["type": "url", "content": .string(address)]]
        #expect(try #require(push(["alert": ["body": "B"], "actions": open])).request?.content.deepLink == address)
    }

    @Test func whatIsTooMuchBesideTheTextIsLeftOut() throws {
        let large = JSONValue.string(String(repeating: "x", count: 20_000))
        let order = try #require(
            push(["alert": ["title": large, "body": large], "extra": ["k": large], "category": large])
        )
        let request = try #require(order.request)
        try request.check()
        #expect(request.content.userInfo == ["push_id": .string("p")])
    }

    @Test(
        arguments: [
            ["app": "org.other.App", "push_id": "p", "sent": "2026-11-21T08:00:00.000Z"],
            ["push_id": "p", "sent": "2026-11-21T08:00:00.000Z"],
            ["app": "org.today.Messages", "sent": "2026-11-21T08:00:00.000Z"],
            ["app": "org.today.Messages", "push_id": "p"],
            ["app": "org.today.Messages", "push_id": "p\u{7}", "sent": "2026-11-21T08:00:00.000Z"],
            ["app": "org.today.Messages", "push_id": 7, "sent": "2026-11-21T08:00:00.000Z"], [], "push", .null,
        ] as [JSONValue]
    )
    func whatIsNoPushForAnAppHereOnlyMovesTheNumber(json: JSONValue) {
        #expect(operations("push", json) == Self.passed)
    }

    @Test func anUnknownOrMalformedEventOnlyMovesTheNumber() {
        #expect(operations("later", ["x": 1]) == Self.passed)
        #expect(reader.operations(for: ServerSentEvent(id: "7", name: "push", data: "{")) == Self.passed)
        #expect(operations("topic", ["topic": "a"]) == Self.passed)
        #expect(operations("inbox", ["app": "org.other.App"]) == Self.passed)
        #expect(operations("push", [:], sequence: nil).isEmpty)
    }

    @Test func anInboxIsFetchedAndTheNumberMovesWithIt() {
        #expect(operations("inbox", ["app": "org.today.Messages"]) == [.cloud(.inboxStale(Self.app))] + Self.passed)
    }

    // MARK: - Topics

    private func topic(_ message: JSONValue, topic: String = "alerts") -> ReceivedTopicMessage? {
        let event: JSONValue = ["topic": .string(topic), "message": message]
        guard case .cloud(.receiveTopicMessage(let order))? = operations("topic", event).first else { return nil }
        return order
    }

    private func shown(_ message: JSONValue) throws -> (request: NotificationRequest, actions: [NotificationAction]) {
        guard case .show(let request, let actions)? = topic(message)?.kind else {
            throw CloudFailure(.malformed, "not shown")
        }
        return (request, actions)
    }

    @Test func aMessageOfATopicShowsWithItsActions() throws {
        let (request, actions) = try shown([
            "id": "abc", "time": 1_795_248_000, "event": "message", "topic": "alerts", "title": "Door",
            "message": "It is open.",
            "priority": 5, "tags": ["warning", "home"], "click": "https://home.example/door",
            "actions": [
                ["id": "1", "action": "view", "label": "Look", "url": "https://home.example", "clear": true],
                ["id": "2", "action": "broadcast", "label": "No"],
                [
                    "id": "3", "action": "http", "label": "Close", "url": "https://home.example/close", "method": "put",
                    "headers": ["Authorization": "x"], "body": "{}",
                ],
            ],
        ])
        #expect(request.identifier == "abc@alerts")
        #expect(request.content.title == "⚠️ Door" && request.content.subtitle == "alerts · home")
        #expect(request.content.body == "It is open." && request.content.deepLink == "https://home.example/door")
        #expect(request.content.interruptionLevel == .timeSensitive && request.content.sound == .default)
        #expect(actions.map(\.identifier) == ["view-1", "http-3"])
        #expect(actions.map(\.options) == [[.foreground], []])
        let close = try #require(TopicAction("http-3", in: request.content.userInfo))
        #expect(close.method == "PUT" && close.headers == ["Authorization": "x"] && close.body == "{}" && !close.clears)
        #expect(TopicAction.all(in: request.content.userInfo).map(\.identifier) == ["view-1", "http-3"])
        #expect(TopicAction("view-1", in: request.content.userInfo)?.clears == true)
    }

    @Test(arguments: [
        ("mailto:ada@h.example?subject=Soup", "mailto:ada@h.example?subject=Soup"), ("tel:+491", "tel:+491"),
        ("sms:+491?body=a%20b", "sms:+491?body=a%20b"), ("geo:52.5,13.4?q=a b", "geo:52.5,13.4?q=a%20b"),
        ("today-messages://message/m", "today-messages://message/m"), ("HTTPS://h.example", "HTTPS://h.example"),
        (" https://h.example/a b/ä?q=\"x\"&r=50% \n", "https://h.example/a%20b/%C3%A4?q=%22x%22&r=50%25"),
        ("javascript:alert(1)", nil), (" JavaScript:alert(1)", nil), ("data:text/html,x", nil), ("file:///etc", nil),
        ("blob:https://h.example/x", nil), ("java\nscript:alert(1)", nil), ("other-app://x", nil), ("https://", nil),
        ("h.example/x", nil), ("", nil), ("https://h.example/" + String(repeating: " ", count: 2000) + "x", nil),
    ])
    func anAddressIsMadeOneThatSurfacesOpen(text: String, address: String?) throws {
        let (request, actions) = try shown([
            "id": "a", "time": 1, "message": "x", "click": .string(text),
            "actions": [
                ["action": "view", "label": "V", "url": .string(text)],
                ["action": "http", "label": "H", "url": .string(text)],
            ],
        ])
        #expect(request.content.deepLink == address)
        #expect(TopicAction("view-1", in: request.content.userInfo)?.url == address)
        let isWeb = address?.lowercased().hasPrefix("http") ?? false
        #expect(actions.map(\.identifier) == (address == nil ? [] : ["view-1"]) + (isWeb ? ["http-2"] : []))
    }

    @Test func anAddressThatNothingOpensGivesWayToTheFiles() throws {
        let (request, _) = try shown([
            "id": "a", "time": 1, "click": "intent://x", "attachment": ["name": "p", "url": "https://h.example/p"],
        ])
        #expect(request.content.deepLink == "https://h.example/p")
    }

    @Test func updatesHaveTheIdentifierOfTheFirst() throws {
        let first = try shown(["id": "a", "time": 1, "sequence_id": "job", "message": "1 %"])
        let second = try shown(["id": "b", "time": 2, "sequence_id": "job", "message": "2 %"])
        #expect(first.request.identifier == second.request.identifier)
        #expect(
            topic(["id": "a", "time": 1, "message": "x"])?.id != topic(["id": "b", "time": 1, "message": "x"])?.id
        )
    }

    @Test func theFeedGetsWhatTheMessageHolds() throws {
        let order = try #require(
            topic([
                "id": "b", "sequence_id": "job", "time": 7, "title": "Door", "message": "**Open**", "priority": 9,
                "tags": ["warning", "home", ""], "click": "javascript:alert(1)",
                "content_type": "text/markdown; charset=utf-8",
                "attachment": [
                    "name": "a.png", "url": "https://h.example/a b.png", "type": "IMAGE/PNG", "size": -1, "expires": 9,
                ],
                "actions": [["action": "http", "label": "Close", "url": "https://h.example", "clear": true]],
            ])
        )
        guard case .add(let message)? = order.feed else {
            Issue.record("the feed gets nothing")
            return
        }
        #expect(message.topic == "alerts" && message.sequence == "job" && message.title == "Door")
        #expect(message.text == "**Open**" && message.isMarkdown && message.priority == 5 && message.click == nil)
        #expect(message.symbols == ["⚠️"] && message.tags == ["home"])
        let file = try #require(message.attachment)
        #expect(file.url == "https://h.example/a%20b.png" && file.type == "image/png" && file.size == nil)
        #expect(file.expires == Date(timeIntervalSince1970: 9))
        #expect(TopicAction.all(in: ["actions": .dictionary(message.actions)]).map(\.label) == ["Close"])
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "ftp://h.example/x", ""])
    func aFileThatIsNotOnTheWebIsLeftOut(address: String) throws {
        let order = try #require(
            topic(["id": "a", "time": 1, "attachment": ["name": "a.png", "url": .string(address)]])
        )
        guard case .add(let message)? = order.feed else {
            Issue.record("the feed gets nothing")
            return
        }
        #expect(message.attachment == nil)
    }

    @Test func onlyDeletingRemovesFromTheFeed() throws {
        let clear = try #require(topic(["id": "c", "time": 3, "event": "message_clear", "sequence_id": "job"]))
        #expect(clear.feed == nil)
        let delete = try #require(topic(["id": "c", "time": 3, "event": "message_delete", "sequence_id": "job"]))
        #expect(delete.feed == .remove(topic: "alerts", sequence: "job"))
    }

    @Test(arguments: ["message_clear", "message_delete"])
    func clearingAndDeletingWithdraw(event: String) throws {
        let order = try #require(topic(["id": "c", "time": 3, "event": .string(event), "sequence_id": "job"]))
        #expect(order.kind == .withdraw(identifier: "job@alerts"))
    }

    @Test func aMessageWithoutTitleHasItsTopicsName() throws {
        let (request, _) = try shown(["id": "a", "time": 1, "message": "x", "priority": 1])
        #expect(request.content.title == "alerts" && request.content.subtitle == nil)
        #expect(request.content.interruptionLevel == .passive && request.content.sound == nil)
    }

    @Test(arguments: [
        (
            "# Backup *failed*\n\nThe disk is **full**. See [the log](https://log.example/7) and `df`.",
            "Backup failed\n\nThe disk is full. See the log and df."
        ),
        ("1. Delete\n2. Call", "1. Delete\n2. Call"), ("plain", "plain"), ("<b>x</b>", "<b>x</b>"),
    ])
    func aNotificationSaysWhatItsMarkdownSays(markdown: String, text: String) throws {
        let (request, _) = try shown([
            "id": "a", "time": 1, "message": .string(markdown), "content_type": "text/markdown",
        ])
        #expect(request.content.body == .text(text))
        // What is no Markdown stays as it is.
        let (raw, _) = try shown(["id": "a", "time": 1, "message": .string(markdown)])
        #expect(raw.content.body == .text(markdown))
    }

    @Test(arguments: ["---\n", "- a\n", "> > > a\n", "**a** ", "[a](b) "])
    func markdownThatGrowsStaysWithinTheLimit(part: String) throws {
        let (request, actions) = try shown([
            "id": "a", "time": 1, "message": .string(String(repeating: part, count: 4096 / part.utf8.count)),
            "content_type": "text/markdown", "actions": [["action": "view", "label": "V", "url": "https://a.example"]],
        ])
        try request.check()
        #expect(actions.count == 1)
    }

    @Test func actionsThatCarryTooMuchGoAndTheTextStays() throws {
        let large = JSONValue.string(String(repeating: "x", count: 5000))
        let (request, actions) = try shown([
            "id": "a", "time": 1, "message": large,
            "actions": [
                ["action": "http", "label": "L", "url": "https://a.example", "body": large],
                ["action": "view", "label": "V", "url": "https://a.example"],
            ],
        ])
        try request.check()
        #expect(actions.map(\.identifier) == ["view-2"])
    }

    @Test(
        arguments: [
            ["id": "a b", "time": 1], ["id": "a", "time": -1], ["id": "a"], ["id": "a", "time": 1, "event": "open"],
            ["id": "a", "time": 1, "sequence_id": "../x"], "x", ["time": 1],
        ] as [JSONValue]
    )
    func whatIsNoMessageOnlyMovesTheNumber(message: JSONValue) { #expect(topic(message) == nil) }

    // MARK: - Lists

    @Test func aListIsReadNewestFirstAndWithoutWhatIsNoMessage() {
        let inbox = RemoteInbox(
            json: [
                [
                    "message_id": "a", "title": "A", "message_sent": "2026-11-21 08:00:00", "unread": true,
                    "icons": ["list_icon": "https://x"], "extra": ["k": "v", "n": 7],
                    "message_expiry": "2026-11-22 08:00:00",
                ],
                ["message_id": "../b", "title": "B", "message_sent": "2026-11-21 08:00:00"], ["title": "C"], .null, 7,
                [
                    "message_id": "d", "title": "D", "message_sent": "2026-11-21 09:00:00", "unread": false,
                    "content_type": "text/plain",
                ],
            ],
            version: "Sat, 21 Nov 2026 08:00:00 GMT"
        )
        #expect(inbox.messages.map(\.id.rawValue) == ["d", "a"])
        #expect(inbox.messages.map(\.isRead) == [true, false])
        #expect(inbox.messages[1].extra == ["k": "v"] && inbox.messages[1].icon == "https://x")
        #expect(inbox.messages[1].expires == Date(timeIntervalSince1970: 1_795_334_400))
        #expect(inbox.messages[0].contentType == "text/plain")
    }
}
