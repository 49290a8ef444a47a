import Foundation
import Notifications
import Testing
import TodayProtocol

/// What is refused, and whether the sentence names the thing.
@Suite struct NotificationCheckTests {
    /// A value and a part of the sentence that refuses it; none if it is taken.
    struct Row<Value: Sendable>: Sendable {
        var value: Value
        var refusal: String?

        init(_ value: Value, _ refusal: String? = nil) {
            self.value = value
            self.refusal = refusal
        }
    }

    private func expectRefusal(_ part: String?, _ check: () throws(NotificationError) -> Void) {
        do throws(NotificationError) {
            try check()
            #expect(part == nil, "It was taken, and should be refused with: \(part ?? "")")
        } catch {
            #expect(error.message.contains(part ?? "(taken)"), "\(error.message)")
        }
    }

    private static func request(_ identifier: String, _ content: NotificationContent) -> NotificationRequest {
        NotificationRequest(identifier: identifier, content: content)
    }

    @Test(arguments: [
        Row(request("a", NotificationContent(title: "Milk"))),
        Row(request("", NotificationContent(title: "Milk")), "1 to 128 bytes"),
        Row(request(String(repeating: "a", count: 128), NotificationContent(title: "Milk"))),
        Row(request(String(repeating: "a", count: 129), NotificationContent(title: "Milk")), "1 to 128 bytes"),
        Row(request("a\nb", NotificationContent(title: "Milk")), "control characters"),
        Row(request("a", NotificationContent(title: " \n")), "\"a\": Its title is empty"),
        Row(request("a", NotificationContent(title: .key(""))), "title is empty"),
        // A badge needs no text; what has a text needs a title.
        Row(request("a", NotificationContent(badge: 3))),
        Row(request("a", NotificationContent(title: " ", badge: 0))),
        Row(request("a", NotificationContent(title: " ", subtitle: "\n", body: .key(""), badge: 0))),
        Row(request("a", NotificationContent(body: "Lost", badge: 3)), "\"a\": Its title is empty"),
        Row(request("a", NotificationContent(title: " ", subtitle: "Lost", badge: 3)), "Its title is empty"),
        Row(request("a", NotificationContent()), "Its title is empty"),
        Row(request("a", NotificationContent(badge: 1_000_000)), "not 1000000"),
        Row(request("a", NotificationContent(title: "t", badge: -1)), "0 to 999999, not -1"),
        Row(request("a", NotificationContent(title: "t", badge: 999_999))),
        Row(request("a", NotificationContent(title: "t", badge: 1_000_000)), "not 1000000"),
        Row(request("a", NotificationContent(title: "t", sound: NotificationSound(rawValue: ""))), "sound"),
        Row(
            request("a", NotificationContent(title: "t", threadIdentifier: String(repeating: "a", count: 129))),
            "thread"
        ),
        Row(request("a", NotificationContent(title: "t", categoryIdentifier: "")), "category"),
        Row(request("a", NotificationContent(title: "t", deepLink: "a\u{0}b")), "deep link"),
        Row(
            request(
                "a",
                NotificationContent(title: "t", userInfo: ["a": .string(String(repeating: "a", count: 4089))])
            ),
            "user info"
        ),
        Row(
            request("a", NotificationContent(title: .text(String(repeating: "a", count: 16_384)))),
            "16396 bytes as JSON; at most 16384"
        ),
        Row(request("a", NotificationContent(title: .text(String(repeating: "a", count: 16_370))))),
    ])
    func contentIsChecked(row: Row<NotificationRequest>) {
        expectRefusal(row.refusal) { () throws(NotificationError) in try row.value.check() }
    }

    @Test(
        arguments: [
            Row(.now),
            Row(.timeInterval(0.001)),
            Row(.timeInterval(0), "more than 0"),
            Row(.timeInterval(-1), "more than 0"),
            Row(.timeInterval(.nan), "more than 0"),
            Row(.timeInterval(.infinity), "more than 0"),
            Row(.timeInterval(1e10), "a hundred years"),
            Row(.timeInterval(60, repeats: true)),
            Row(.timeInterval(59.9, repeats: true), "at least 60"),
            Row(.calendar(DateComponents()), "no unit"),
            Row(.calendar(DateComponents(hour: 24)), "hour of its trigger is 0 to 23, not 24"),
            Row(.calendar(DateComponents(minute: -1)), "minute"),
            Row(.calendar(DateComponents(second: 60)), "second"),
            Row(.calendar(DateComponents(month: 13)), "month"),
            Row(.calendar(DateComponents(day: 0)), "day"),
            Row(.calendar(DateComponents(weekday: 8)), "weekday"),
            Row(.calendar(DateComponents(weekday: 2, weekdayOrdinal: 6)), "weekdayOrdinal"),
            Row(.calendar(DateComponents(weekdayOrdinal: 2)), "name the weekday"),
            Row(.calendar(DateComponents(year: 0)), "year"),
            Row(.calendar(DateComponents(hour: 8), timeZone: "Europe/Berlin")),
            Row(.calendar(DateComponents(hour: 8), timeZone: "US/Eastern")),
            Row(.calendar(DateComponents(hour: 8), timeZone: "UTC")),
            Row(.calendar(DateComponents(hour: 8), timeZone: "Europe/Atlantis"), "no time zone \"Europe/Atlantis\""),
            Row(.calendar(DateComponents(hour: 8), timeZone: "GMT+3"), "IANA"),
            Row(.calendar(DateComponents(hour: 8), timeZone: ""), "IANA"),
            Row(.calendar(DateComponents(hour: 8), timeZone: "../../etc/passwd"), "IANA"),
        ] as [Row<NotificationTrigger>]
    )
    func triggersAreChecked(row: Row<NotificationTrigger>) {
        expectRefusal(row.refusal) { () throws(NotificationError) in try row.value.check() }
    }

    @Test func aTimeThatNeverComesIsRefused() throws {
        let now = try Date("2027-01-01T00:00:00Z", strategy: .iso8601)
        let request = NotificationRequest(
            identifier: "party",
            content: NotificationContent(title: "t"),
            trigger: .calendar(DateComponents(year: 2020))
        )
        expectRefusal("\"party\": the time of its trigger never comes") { () throws(NotificationError) in
            _ = try request.firstDue(now: now, zone: .gmt)
        }
    }

    private static func action(_ name: String, _ title: LocalizableText = "Do") -> NotificationAction {
        NotificationAction(identifier: name, title: title)
    }

    private static func category(
        _ name: String,
        _ actions: [NotificationAction],
        minimal: [NotificationAction]? = nil
    ) -> NotificationCategory {
        NotificationCategory(identifier: name, actions: actions, minimalActions: minimal)
    }

    @Test(arguments: [
        Row([]),
        Row([category("a", [action("x"), action("y")], minimal: [action("y"), action("z")])]),
        Row([category("a", [action("x")]), category("b", [action("x")])]),
        Row(
            [category("a", [action("x")]), category("b", [action("x", "Other")])],
            "in the categories \"a\" and \"b\""
        ),
        Row([category("a", [action("x")], minimal: [action("x", "Other")])], "\"x\" has two different definitions"),
        Row([category("a", [action("x"), action("x")])], "\"x\" twice"),
        Row([category("a", ["p", "q", "r", "s"].map { action($0) })]),
        Row(
            [category("a", ["p", "q", "r", "s", "t"].map { action($0) })],
            "names 5 actions for the default context, where at most 4 show; leave out \"t\""
        ),
        Row(
            [category("a", [], minimal: ["p", "q", "r", "s"].map { action($0) })],
            "names 4 actions for the minimal context, where at most 2 show; leave out \"r\", \"s\""
        ),
        Row([category("a", []), category("a", [])], "Two categories are called \"a\""),
        Row([category("", [])], "1 to 64 bytes"),
        Row([category("a", [action("")])], "1 to 64 bytes"),
        Row([category("a", [action("today.default")])], "Today's own"),
        Row([category("a", [action("x", " ")])], "has no title"),
        Row(
            [
                category(
                    "a",
                    [NotificationAction(identifier: "x", title: "X", textInput: .init(buttonTitle: ""))]
                )
            ],
            "its button has no title"
        ),
        Row((0..<64).map { category("\($0)", []) }),
        Row((0..<65).map { category("\($0)", []) }, "at most 64"),
        Row(
            (0..<64).map { category("\($0)", [action("\($0)", .text(String(repeating: "a", count: 5000)))]) },
            "bytes as JSON"
        ),
    ])
    func categoriesAreChecked(row: Row<[NotificationCategory]>) {
        expectRefusal(row.refusal) { () throws(NotificationError) in try NotificationCategory.check(row.value) }
    }
}
