import Foundation
import HostStorage
import JSON
import ServerSentEvents
import Testing
import TodayProtocol

@testable import DeviceSync

/// The `record` events of a cloud.
@Suite struct RecordNotificationParserTests {
    private static let habits = AppID("org.example.Habits")
    private static let other = AppID("org.example.Other")
    private static let container = "iCloud.org.example.Habits"

    private func event(_ change: (inout [String: JSONValue]) -> Void = { _ in }) -> JSONValue {
        var json: [String: JSONValue] = [
            "container": .string(Self.container), "environment": "production",
            "notification": [
                "aps": ["content-available": 1],
                "ck": [
                    "ce": 2, "cid": .string(Self.container), "nid": "n-1",
                    "qry": ["sid": "doorbell", "rid": "r1", "zid": "_defaultZone", "fo": 1],
                ],
            ],
        ]
        change(&json)
        return .object(json)
    }

    private func pushes(_ json: JSONValue, on device: String = "me") -> [ReceivedPush] {
        let translator = CloudEventTranslator(
            epoch: "e",
            isAppsAddress: { _ in false },
            appInfo: { _ in nil },
            device: device,
            recordApps: { container in
                container == Self.container
                    ? [Self.habits, Self.other].map { RecordAppInfo(app: $0, title: "Habits") } : []
            },
            now: Date(timeIntervalSince1970: 5)
        )
        let operations = translator.operations(for: ServerSentEvent(id: "7", name: "record", bytes: json.jsonBytes()))
        // The cursor advances, whatever the event is.
        #expect(operations.last == .cloud(.advanceCursor(sequence: 7, epoch: "e")))
        return operations.compactMap { if case .cloud(.receivePush(let push)) = $0 { push } else { nil } }
    }

    @Test func everyAppWithTheContainerIsToldSilently() throws {
        let pushes = pushes(event())
        #expect(pushes.map(\.app) == [Self.habits, Self.other])
        let push = try #require(pushes.first)
        #expect(push.wakes && push.push.isSilent && push.request == nil)
        #expect(push.push.sent == Date(timeIntervalSince1970: 5))
        #expect(
            push.push.records
                == RecordNotification(
                    container: Self.container,
                    zone: .default,
                    recordName: "r1",
                    subscriptionID: "doorbell",
                    reason: .created
                )
        )
    }

    @Test func theProcessThatMadeTheChangeIsNotTold() {
        let own = event { $0["origin"] = ["device": "me", "process": .string(Self.habits.rawValue)] }
        #expect(pushes(own).map(\.app) == [Self.other])
        let widgets = event { $0["origin"] = ["device": "me", "process": "org.example.Habits.widget"] }
        #expect(pushes(widgets).map(\.app) == [Self.habits, Self.other])
        let others = event { $0["origin"] = ["device": "you", "process": .string(Self.habits.rawValue)] }
        #expect(pushes(others).map(\.app) == [Self.habits, Self.other])
    }

    @Test func anAlertIsShown() throws {
        let shown = event {
            $0["notification"] = [
                "aps": ["alert": "Ticked", "sound": "default", "category": "c"],
                "ck": ["nid": "n", "fet": ["sid": "all", "zid": "habits"]],
            ]
        }
        let push = try #require(pushes(shown).first)
        #expect(!push.wakes && !push.push.isSilent)
        #expect(push.request?.content.title == "Habits" && push.request?.content.body == "Ticked")
        #expect(push.request?.content.categoryIdentifier == "c")
        #expect(push.push.records?.reason == .zoneChanged && push.push.records?.recordName == nil)
        // When the person answers it, the store knows which push it was, and that the app needs no channel for it.
        #expect(push.request?.content.userInfo?["push_id"] == .string(push.push.id))
        #expect(push.request?.content.userInfo?["container"] == .string(Self.container))
        let localized = event {
            $0["notification"] = [
                "aps": ["alert": ["loc-key": "TICKED", "loc-args": ["Run", 3]], "content-available": 1],
                "ck": ["nid": "n", "fet": ["sid": "all", "zid": "habits"]],
            ]
        }
        let second = try #require(pushes(localized).first)
        #expect(second.wakes && second.request?.content.body == .key("TICKED", arguments: ["Run", ""]))
        for aps in [nil, [:], ["alert": "  "], ["alert": 7]] as [JSONValue?] {
            let silent = event { json in
                var notification = json["notification"]?.objectValue ?? [:]
                notification["aps"] = aps
                json["notification"] = .object(notification)
            }
            #expect(pushes(silent).first?.wakes == true && pushes(silent).first?.push.isSilent == true)
        }
    }

    @Test(arguments: [
        #"{"container":7}"#, #"{"container":"c","environment":"production"}"#, #"{"environment":"development"}"#,
        #"{"container":"iCloud.org.example.Habits","environment":"development","notification":{"ck":{"nid":"n","qry":{"sid":"s","rid":"r","zid":"z","fo":1}}}}"#,
        #"{"container":"iCloud.org.example.Habits","environment":"production","notification":{"ck":{"nid":"n","qry":{"sid":"s","rid":"r","zid":"z","fo":9}}}}"#,
        #"{"container":"iCloud.org.example.Habits","environment":"production","notification":{"ck":{"nid":"n","qry":{"sid":"s","rid":"r\u0007","zid":"z","fo":1}}}}"#,
        #"{"container":"iCloud.org.example.Habits","environment":"production","notification":{"ck":{"nid":7,"fet":{"sid":"s","zid":"z"}}}}"#,
        #"{"container":"iCloud.org.example.Habits","environment":"production","notification":[]}"#, "[]", "7",
    ])
    func aMalformedEventOnlyAdvances(text: String) throws {
        #expect(pushes(try JSONValue(parsing: text)).isEmpty)
    }

    @Test(arguments: ["s", "a b/c.d", "\u{e4}", String(repeating: "\u{e4}", count: 120)])
    func aPushHasOneIDOnAllDevicesThatTheCloudTakesBack(subscription: String) throws {
        func id(_ notification: String, _ subscription: String, on device: String = "me") throws -> String {
            let shown = event {
                $0["notification"] = [
                    "aps": ["alert": "Ticked"],
                    "ck": ["nid": .string(notification), "fet": ["sid": .string(subscription), "zid": "z"]],
                ]
            }
            return try #require(pushes(shown, on: device).first).push.id
        }
        let own = try id("n", subscription)
        #expect(try id("n", subscription, on: "you") == own)
        #expect((1...64).contains(own.utf8.count) && own.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        // Another change, and another subscription that the same change matches, are announced too.
        #expect(try Set([own, id("m", subscription), id("n", subscription + "1")]).count == 3)
    }

    @Test func aMistakeInAnOptionalPartKeepsTheTextAndTheID() throws {
        let hostile = event {
            $0["notification"] = [
                "aps": ["alert": .string(String(repeating: "x", count: 900_000)), "sound": "\u{1}", "category": ""],
                "ck": ["nid": "n", "fet": ["sid": "s", "zid": "z"]],
            ]
        }
        let push = try #require(pushes(hostile).first)
        let request = try #require(push.request)
        #expect(request.content.sound == nil)
        #expect(request.content.userInfo?["push_id"] == .string(push.push.id))
    }
}
