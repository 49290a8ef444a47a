import Foundation
import HostModel
import HostStorage
import JSON
import Notifications
import Testing
import TodayProtocol
import WebPush

@testable import TodayPush

@Suite struct PushContentTests {
    private static func push(
        _ kind: BrowserPush.Kind = .show,
        identifier: String = "dinner",
        endpoint: String = "https://push.example.org/x",
        rights: DeviceRights = .change
    ) -> BrowserPush {
        BrowserPush(
            kind,
            DeliveredID(rawValue: 7),
            identifier: identifier,
            of: AppID("com.a"),
            to: BrowserSubscription(
                session: "s",
                endpoint: endpoint,
                publicKey: Data(),
                secret: Data(),
                origin: "https://today.example.org",
                language: "en-US"
            ),
            revision: Revision(9),
            date: Date(timeIntervalSince1970: 0),
            rights: rights,
            lastSeen: Date(timeIntervalSince1970: 0)
        )
    }

    private static func notification(
        title: String = "Dinner",
        body: String? = "Soup",
        deepLink: String? = nil
    ) -> ShownNotification {
        ShownNotification(
            id: DeliveredID(rawValue: 7),
            app: AppID("com.a"),
            appTitle: "Kitchen",
            title: title,
            body: body,
            date: Date(timeIntervalSince1970: 0),
            sound: .default,
            deepLink: deepLink,
            minimalActions: [
                ShownAction(identifier: "yes", title: "Yes"),
                ShownAction(identifier: "wipe", title: "Wipe", needsAuthentication: true),
                ShownAction(identifier: "third", title: "Third"),
            ],
            revision: Revision(9)
        )
    }

    private func json(_ message: PushMessage) throws -> JSONValue { try JSONValue(parsing: message.content) }

    @Test func theMessageIsDeclarativeAndHasTwoButtons() throws {
        let message = try PushContent.message(showing: Self.notification(), for: Self.push(), badge: 2, size: 3993)
        let value = try json(message)
        #expect(value["web_push"] == 8030 && value["app_badge"] == 2)
        let shown = try #require(value["notification"])
        #expect(shown["navigate"] == "https://today.example.org/notifications?answer=7")
        #expect(shown["tag"]?.stringValue == message.topic?.description)
        #expect(shown["data"] == ["id": 7, "revision": 9, "app": "com.a"])
        #expect(
            shown["actions"] == [
                ["action": "yes", "title": "Yes"],
                [
                    "action": "wipe", "title": "Wipe",
                    "navigate": "https://today.example.org/notifications?answer=7&action=wipe",
                ],
            ]
        )
        #expect(message.urgency == .normal && message.timeToLive == 86_400)
    }

    @Test func aDeviceThatMayOnlyLookGetsNoButtons() throws {
        let push = Self.push(rights: .view)
        let message = try PushContent.message(showing: Self.notification(), for: push, badge: 0, size: 3993)
        #expect(try json(message)["notification"]?["actions"] == nil)
    }

    @Test func anAddressOfAnAppIsOpenedThroughThePage() throws {
        let notification = Self.notification(deepLink: "javascript:alert(1)")
        let message = try PushContent.message(showing: notification, for: Self.push(), badge: 0, size: 3993)
        let page = "https://today.example.org/open?url=javascript%3Aalert%281%29&from=com.a"
        #expect(try json(message)["notification"]?["navigate"]?.stringValue == page)
    }

    @Test func aLongTextIsShortened() throws {
        let notification = Self.notification(body: String(repeating: "長い文章。", count: 2000))
        for size in PushContent.sizes {
            let message = try PushContent.message(showing: notification, for: Self.push(), badge: 0, size: size)
            #expect(message.content.count <= size && message.content.count > size - 20)
            #expect(try json(message)["notification"]?["body"]?.stringValue?.hasSuffix("…") == true)
        }
    }

    @Test func aNotificationWithoutATitleIsCalledAsItsApp() throws {
        let untitled = Self.notification(title: "")
        let message = try PushContent.message(showing: untitled, for: Self.push(), badge: 0, size: 3993)
        #expect(try json(message)["notification"]?["title"] == "Kitchen")
    }

    @Test func removingHasTheTopicOfShowingAndIsNotDeclarative() throws {
        let shown = try PushContent.message(showing: Self.notification(), for: Self.push(), badge: 0, size: 3993)
        let removed = try PushContent.message(removing: Self.push(.close), badge: 0)
        #expect(removed.topic == shown.topic)
        #expect(try json(removed) == ["close": .string(shown.topic?.description ?? ""), "app_badge": 0])
        #expect(PushContent.topic(of: Self.push(identifier: "other")) != shown.topic)
    }

    @Test(arguments: [
        ("https://web.push.apple.com/x", false), ("https://push.apple.com/x", false),
        ("https://fcm.googleapis.com/x", true), ("https://notpush.apple.com.example.org/x", true),
    ])
    func safariIsNotSentWhatShowsNothing(endpoint: String, may: Bool) {
        #expect(PushContent.mayRemove(Self.push(endpoint: endpoint)) == may)
    }
}
