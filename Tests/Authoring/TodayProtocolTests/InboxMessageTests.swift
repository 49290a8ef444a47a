import AdaptiveCards
import FoundationEssentials
import JSON
import JSONRPC
import Testing
import TodayProtocol

/// Every message about inboxes and pushes in the form that `Documentation/Protocol.md` shows.
@Suite struct InboxMessageTests {
    private static let message = Message(
        id: MessageID("Zm9v"),
        title: "Dinner",
        subtitle: "Soup tonight",
        sent: MessageTests.moment.now,
        expires: Date(timeIntervalSince1970: 1_795_251_600),
        isRead: false,
        icon: "https://example.org/s.png",
        contentType: "text/html",
        hasBody: true,
        extra: ["com.urbanairship.listing.field1": "Soup tonight"]
    )
    private static let messageText =
        #"{"contentType":"text/html","expires":{"$date":"2026-11-21T09:00:00.000Z"},"#
        + #""extra":{"com.urbanairship.listing.field1":"Soup tonight"},"hasBody":true,"#
        + #""icon":"https://example.org/s.png","id":"Zm9v","isRead":false,"#
        + #""sent":{"$date":"2026-11-21T08:00:00.000Z"},"subtitle":"Soup tonight","title":"Dinner"}"#

    private func expect<Value: Codable & Sendable>(_ value: Value, _ text: String) throws {
        #expect(try JSONValue(encoding: value).jsonText == text)
        #expect(try JSONValue(encoding: try JSONValue(parsing: text).decode(Value.self)).jsonText == text)
    }

    @Test func aPageNamesTheMessageWhoseBodyShows() throws {
        let content = SceneContent(title: "T", card: Card {}, focus: "f", message: MessageID("m"))
        let json = try JSONValue(encoding: content)
        #expect(json["message"] == "m")
        #expect(try json.decode(SceneContent.self) == content)
        #expect(try JSONValue(encoding: SceneContent(title: "T", card: Card {}))["message"] == nil)
    }

    @Test func whatAnAppAsks() throws {
        let (a, b) = (MessageID("a"), MessageID("b"))
        try expect(MessagesListRequest(), "{}")
        try expect(MessagesListRequest(id: a), #"{"id":"a"}"#)
        try expect(
            MessagesListRequest(after: a, limit: 20, query: "soup"),
            #"{"after":"a","limit":20,"query":"soup"}"#
        )
        try expect(
            MessagesListRequest.Reply(messages: [Self.message], next: a, unread: 3),
            #"{"messages":[\#(Self.messageText)],"next":"a","unread":3}"#
        )
        try expect(MessagesListRequest.Reply(messages: [], next: nil, unread: 0), #"{"messages":[],"unread":0}"#)
        try expect(MessagesReadRequest(ids: [a, b], isRead: true), #"{"ids":["a","b"],"isRead":true}"#)
        try expect(
            MessagesReadRequest(ids: [], isRead: false, transaction: 2),
            #"{"ids":[],"isRead":false,"transaction":2}"#
        )
        try expect(MessagesDeleteRequest(ids: [a], transaction: 2), #"{"ids":["a"],"transaction":2}"#)
        try expect(MessagesDeleteRequest(ids: [a], hold: 60), #"{"hold":60.0,"ids":["a"]}"#)
        try expect(MessagesRestoreRequest(ids: [a], transaction: 2), #"{"ids":["a"],"transaction":2}"#)
        try expect(MessagesRefreshRequest(), "{}")
        try expect(MessagesRefreshRequest(wait: 20, push: "p"), #"{"push":"p","wait":20.0}"#)
        try expect(MessagesRefreshRequest.Reply(), "{}")
        try expect(
            MessagesRefreshRequest.Reply(result: .failed, reason: "No cloud."),
            #"{"reason":"No cloud.","result":"failed"}"#
        )
    }

    @Test func whatTheHostAsksAndTells() throws {
        try expect(MessagesChangedNotification(unread: 2), #"{"unread":2}"#)
        let push = Push(
            id: "7d0c",
            sent: MessageTests.moment.now,
            alert: Push.Alert(title: "Dinner", body: "Soup"),
            messageID: MessageID("Zm9v"),
            extra: ["table": 4, "nothing": .null],
            isSilent: false
        )
        try expect(
            AppPushRequest(
                push: push,
                budgetMilliseconds: AppPushRequest.budgetMilliseconds,
                transaction: 3,
                context: MessageTests.moment
            ),
            #"{"budgetMilliseconds":30000,\#(MessageTests.momentText),"push":{"alert":{"body":"Soup","#
                + #""title":"Dinner"},"extra":{"nothing":null,"table":4},"id":"7d0c","isSilent":false,"#
                + #""messageID":"Zm9v","sent":{"$date":"2026-11-21T08:00:00.000Z"}},"transaction":3}"#
        )
        try expect(
            Push(id: "1", sent: MessageTests.moment.now, isSilent: true),
            #"{"extra":{},"id":"1","isSilent":true,"sent":{"$date":"2026-11-21T08:00:00.000Z"}}"#
        )
        for result in PushResult.allCases {
            try expect(AppPushRequest.Reply(result: result), #"{"result":"\#(result.rawValue)"}"#)
        }
        #expect(PushResult.allCases.map(\.rawValue) == ["newData", "noData", "failed"])
    }

    @Test func theMethodsHaveTheirNames() {
        let names = [
            MessagesListRequest.method, MessagesReadRequest.method, MessagesDeleteRequest.method,
            MessagesRestoreRequest.method, MessagesRefreshRequest.method, MessagesChangedNotification.method,
            AppPushRequest.method,
        ]
        #expect(
            names == [
                "messages/list", "messages/read", "messages/delete", "messages/restore", "messages/refresh",
                "messages/changed", "app/push",
            ]
        )
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
