import FoundationEssentials
import JSON
import JSONRPC
import Testing
import TodayProtocol

/// Values of notifications, and what is no message about them; `ProtocolDocumentTests` has the form of each message.
@Suite struct NotificationMessageTests {
    private static let moment = MessageTests.moment

    private static let delivered = DeliveredNotification(
        request: NotificationRequest(identifier: "r", content: NotificationContent(title: "T"), trigger: .now),
        date: moment.now
    )

    private func expect<Value: Codable & Hashable & Sendable>(_ value: Value, _ text: String) throws {
        #expect(try JSONValue(encoding: value).jsonText == text)
        #expect(try JSONValue(parsing: text).decode(Value.self) == value)
    }

    @Test func optionsAreWrittenInAFixedOrder() throws {
        let all = Set(NotificationAuthorizationOption.allCases)
        let request = try JSONValue(encoding: NotificationsAuthorizeRequest(options: all))
        #expect(request["options"] == ["alert", "badge", "sound"])
        let settings = try JSONValue(encoding: NotificationSettings(authorization: .authorized, allowed: all))
        #expect(settings["allowed"] == ["alert", "badge", "sound"])
        let reply = AppPresentRequest.Reply(options: Set(NotificationPresentationOption.allCases))
        #expect(try JSONValue(encoding: reply)["options"] == ["badge", "banner", "list", "sound"])
    }

    @Test func theStyleOfAlertsMayBeLeftOut() throws {
        func settings(_ text: String) throws -> NotificationSettings {
            try JSONValue(parsing: text).decode(NotificationSettings.self)
        }
        #expect(try settings(#"{"allowed":["alert"],"authorization":"authorized"}"#).alertStyle == .banner)
        #expect(try settings(#"{"allowed":["badge"],"authorization":"authorized"}"#).alertStyle == .none)
        #expect(NotificationSettings.notDetermined.alertStyle == .none)
        for style in NotificationAlertStyle.allCases {
            try expect(
                NotificationSettings(authorization: .authorized, allowed: [.alert], alertStyle: style),
                #"{"alertStyle":"\#(style.rawValue)","allowed":["alert"],"authorization":"authorized"}"#
            )
        }
    }

    @Test func aCategoryHasItsActions() throws {
        let reply = NotificationAction(
            identifier: "reply",
            title: .key("REPLY"),
            options: [.foreground, .destructive, .authenticationRequired],
            textInput: .init(buttonTitle: "Send", placeholder: "Message")
        )
        let plain = NotificationAction(identifier: "ok", title: "OK")
        try expect(
            NotificationCategory(
                identifier: "c",
                actions: [plain, reply],
                minimalActions: [plain],
                options: [.customDismissAction]
            ),
            #"{"actions":[{"identifier":"ok","title":"OK"},{"identifier":"reply","#
                + #""options":["authenticationRequired","destructive","foreground"],"#
                + #""textInput":{"buttonTitle":"Send","placeholder":"Message"},"title":{"key":"REPLY"}}],"#
                + #""identifier":"c","minimalActions":[{"identifier":"ok","title":"OK"}],"#
                + #""options":["customDismissAction"]}"#
        )
        try expect(NotificationCategory(identifier: "c", actions: []), #"{"actions":[],"identifier":"c"}"#)
    }

    @Test(arguments: [#"{"badge":3}"#, #"{"title":"","badge":3}"#])
    func aBadgeNeedsNoTitle(json: String) throws {
        let content: NotificationContent = try JSONValue(parsing: json).decode()
        #expect(content == NotificationContent(badge: 3))
        #expect(try JSONValue(encoding: content).decode(NotificationContent.self) == content)
    }

    @Test func contentHasAllThatAnAppMaySay() throws {
        try expect(
            NotificationContent(
                title: .key("TITLE", arguments: ["3", "milk"]),
                subtitle: "S",
                body: "B",
                badge: 3,
                sound: .default,
                threadIdentifier: "t",
                categoryIdentifier: "c",
                userInfo: ["list": .integer(1), "due": .date(Self.moment.now)],
                deepLink: "a://b",
                interruptionLevel: .timeSensitive
            ),
            #"{"badge":3,"body":"B","categoryIdentifier":"c","deepLink":"a://b","interruptionLevel":"time-sensitive","#
                + #""sound":"default","subtitle":"S","threadIdentifier":"t","#
                + #""title":{"arguments":["3","milk"],"key":"TITLE"},"#
                + #""userInfo":{"due":{"$date":"2026-11-21T08:00:00.000Z"},"list":1}}"#
        )
    }

    @Test func whatCameLateSaysSo() throws {
        var late = Self.delivered
        late.due = Date(timeIntervalSince1970: 1_795_247_000)
        #expect(try JSONValue(encoding: late).jsonText.contains(#""due":{"$date":"2026-11-21T07:43:20.000Z"}"#))
        #expect(try JSONValue(encoding: late).decode(DeliveredNotification.self) == late)
    }

    @Test(arguments: [
        (NotificationTrigger.now, #"{"now":true}"#), (.timeInterval(60), #"{"after":60.0}"#),
        (.timeInterval(0.5, repeats: true), #"{"after":0.5,"repeats":true}"#),
        (
            .calendar(DateComponents(hour: 8, minute: 30), repeats: true),
            #"{"calendar":{"hour":8,"minute":30},"repeats":true}"#
        ),
        (
            .calendar(
                DateComponents(
                    year: 2026,
                    month: 11,
                    day: 21,
                    hour: 8,
                    minute: 1,
                    second: 2,
                    weekday: 7,
                    weekdayOrdinal: 3
                ),
                timeZone: "Europe/Berlin"
            ),
            #"{"calendar":{"day":21,"hour":8,"minute":1,"month":11,"second":2,"weekday":7,"weekdayOrdinal":3,"#
                + #""year":2026},"timeZone":"Europe/Berlin"}"#
        ),
    ])
    func aTriggerIsNamed(trigger: NotificationTrigger, text: String) throws { try expect(trigger, text) }

    @Test func secondsMayBeWhole() throws {
        #expect(
            try JSONValue(parsing: #"{"after": 60, "repeats": false}"#).decode(NotificationTrigger.self)
                == .timeInterval(60)
        )
    }

    @Test(arguments: [
        DateComponents(nanosecond: 1), DateComponents(era: 1, year: 2026), DateComponents(weekOfYear: 3),
        DateComponents(timeZone: .gmt, hour: 8), DateComponents(quarter: 1),
        DateComponents(calendar: Calendar(identifier: .hebrew), day: 1),
    ])
    func unitsThatWouldBeLostAreNotSent(components: DateComponents) throws {
        let trigger = NotificationTrigger.calendar(components)
        let error = try #require(throws: EncodingError.self) { try JSONValue(encoding: trigger) }
        #expect(error.sentence.hasPrefix("calendar: a calendar trigger takes year, month, day"))
    }

    @Test func unitsOfADateCanBeSent() throws {
        let calendar = Calendar(identifier: .gregorian)
        let units = calendar.dateComponents([.calendar, .year, .month, .day, .hour, .minute], from: Self.moment.now)
        let text = try JSONValue(encoding: NotificationTrigger.calendar(units)).jsonText
        #expect(text.contains(#""month":11"#) && text.contains(#""year":2026"#))
    }

    /// A malformed text on the wire, and the beginning of the error message about it.
    struct Malformed: Sendable, CustomTestStringConvertible {
        var text: String
        var sentence: String
        var testDescription: String { text }

        init(_ text: String, _ sentence: String) {
            self.text = text
            self.sentence = sentence
        }
    }

    private func expectRefusal<Value: Decodable>(_ type: Value.Type, _ row: Malformed) throws {
        let json = try JSONValue(parsing: row.text)
        let error = try #require(throws: DecodingError.self) { try json.decode(type) }
        #expect(error.sentence.hasPrefix(row.sentence), "\(error.sentence)")
    }

    @Test(arguments: [
        Malformed(#"{}"#, #""request" is missing"#),
        Malformed(#"{"request":{"content":{"title":"T"},"trigger":{"now":true}}}"#, #"request: "identifier" is"#),
        Malformed(#"{"request":{"identifier":"r","trigger":{"now":true}}}"#, #"request: "content" is missing"#),
        Malformed(#"{"request":{"identifier":"r","content":{"title":"T"}}}"#, #"request: "trigger" is missing"#),
        Malformed(
            #"{"request":{"identifier":"r","content":{},"trigger":{"now":true}}}"#,
            #"request.content: "title" is missing"#
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":5},"trigger":{"now":true}}}"#,
            "request.content.title: a text is a string, or"
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":{"arguments":[]}},"trigger":{"now":true}}}"#,
            #"request.content.title: "key" is missing"#
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":{"key":"K","arguments":[1]}},"trigger":{"now":true}}}"#,
            "request.content.title.arguments[0]: a text is a string, or"
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":"T","badge":"3"},"trigger":{"now":true}}}"#,
            "request.content.badge: an integer is wanted"
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":"T","userInfo":{"a":null}},"trigger":{"now":true}}}"#,
            "request.content.userInfo.a: null is not"
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":"T","interruptionLevel":"loud"},"trigger":{"now":true}}}"#,
            "request.content.interruptionLevel: "
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":"T"},"trigger":{}}}"#,
            "request.trigger: a trigger has one of"
        ),
        Malformed(
            #"{"request":{"identifier":"r","content":{"title":"T"},"trigger":{"now":true}},"transaction":"1"}"#,
            "transaction: an integer is wanted"
        ),
    ])
    func aMalformedRequestNamesItsPlace(row: Malformed) throws {
        try expectRefusal(NotificationsAddRequest.self, row)
    }

    @Test(arguments: [
        Malformed(#""now""#, "an object is wanted"), Malformed(#"{"now":false}"#, "a trigger has one of"),
        Malformed(#"{"now":1}"#, "now: a boolean is wanted"),
        Malformed(#"{"now":true,"after":5.0}"#, "a trigger has one of"),
        Malformed(#"{"after":5.0,"calendar":{"hour":8}}"#, "a trigger has one of"),
        Malformed(#"{"after":"soon"}"#, "after: a number is wanted"),
        Malformed(#"{"after":5.0,"repeats":"yes"}"#, "repeats: a boolean is wanted"),
        Malformed(#"{"calendar":8}"#, "calendar: an object is wanted"),
        Malformed(#"{"calendar":{"hour":"8"}}"#, "calendar.hour: an integer is wanted"),
        Malformed(#"{"calendar":{"hour":8.5}}"#, "calendar.hour: an integer is wanted"),
        Malformed(#"{"calendar":{"hour":8},"timeZone":1}"#, "timeZone: a string is wanted"),
    ])
    func whatIsNoTriggerIsRefused(row: Malformed) throws { try expectRefusal(NotificationTrigger.self, row) }

    @Test(arguments: [
        Malformed(#"{}"#, #""categories" is missing"#),
        Malformed(#"{"categories":[{"actions":[]}]}"#, #"categories[0]: "identifier" is missing"#),
        Malformed(#"{"categories":[{"identifier":"c"}]}"#, #"categories[0]: "actions" is missing"#),
        Malformed(
            #"{"categories":[{"identifier":"c","actions":[{"identifier":"a"}]}]}"#,
            #"categories[0].actions[0]: "title" is missing"#
        ),
        Malformed(
            #"{"categories":[{"identifier":"c","actions":[{"identifier":"a","title":"A","options":["red"]}]}]}"#,
            "categories[0].actions[0].options[0]: "
        ),
        Malformed(
            #"{"categories":[{"identifier":"c","actions":[{"identifier":"a","title":"A","textInput":{}}]}]}"#,
            #"categories[0].actions[0].textInput: "buttonTitle" is missing"#
        ),
        Malformed(
            #"{"categories":[{"identifier":"c","actions":[],"minimalActions":[[]]}]}"#,
            "categories[0].minimalActions[0]: an object is wanted"
        ),
        Malformed(#"{"categories":[{"identifier":"c","actions":[],"options":["x"]}]}"#, "categories[0].options[0]: "),
    ])
    func malformedCategoriesNameTheirPlace(row: Malformed) throws {
        try expectRefusal(NotificationsCategoriesRequest.self, row)
    }

    @Test func otherMalformedMessagesNameTheirPlace() throws {
        try expectRefusal(NotificationsAuthorizeRequest.self, Malformed("{}", #""options" is missing"#))
        try expectRefusal(NotificationsAuthorizeRequest.self, Malformed(#"{"options":["all"]}"#, "options[0]: "))
        try expectRefusal(NotificationsPendingRequest.self, Malformed(#"{"after":1}"#, "after: a string is wanted"))
        try expectRefusal(NotificationsDeliveredRequest.self, Malformed(#"{"after":1}"#, "after: a string is wanted"))
        try expectRefusal(NotificationsRemoveRequest.self, Malformed(#"{"pending":true}"#, #""delivered" is missing"#))
        try expectRefusal(
            NotificationsRemoveRequest.self,
            Malformed(#"{"identifiers":[1],"pending":true,"delivered":true}"#, "identifiers[0]: a string is wanted")
        )
        try expectRefusal(NotificationsBadgeRequest.self, Malformed(#"{"number":1.5}"#, "number: an integer is wanted"))
        try expectRefusal(AppPresentRequest.Reply.self, Malformed(#"{"options":["wave"]}"#, "options[0]: "))
        try expectRefusal(
            SettingsChangedNotification.self,
            Malformed(#"{"notifications":{"authorization":"maybe","allowed":[]}}"#, "notifications.authorization: ")
        )
        try expectRefusal(
            SettingsChangedNotification.self,
            Malformed(
                #"{"notifications":{"authorization":"authorized","allowed":[],"alertStyle":"loud"}}"#,
                "notifications.alertStyle: "
            )
        )
        try expectRefusal(
            AppRespondRequest.self,
            Malformed(#"{"response":{"id":"1","actionIdentifier":"a"}}"#, #"response: "notification" is missing"#)
        )
    }
}
