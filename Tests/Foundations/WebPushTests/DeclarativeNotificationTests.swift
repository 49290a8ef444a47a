import JSON
import Testing
import WebPush

@Suite struct DeclarativeNotificationTests {
    @Test func aNotificationHasTheFormatOfTheStandard() throws {
        var notification = DeclarativeNotification(title: "Dinner", navigate: "https://today.example.org/#dinner")
        notification.body = "Soup"
        notification.tag = "dinner"
        notification.badge = 3
        notification.isSilent = true
        notification.isMutable = true
        notification.language = "en"
        notification.icon = "https://today.example.org/icon.png"
        notification.data = ["id": 7]
        notification.actions = [
            DeclarativeNotification.Action(
                identifier: "yes",
                title: "Coming",
                navigate: "https://today.example.org/yes"
            ),
            DeclarativeNotification.Action(identifier: "no", title: "Not today"),
        ]
        let expected: JSONValue = [
            "web_push": 8030, "app_badge": 3, "mutable": true,
            "notification": [
                "title": "Dinner", "navigate": "https://today.example.org/#dinner", "body": "Soup", "tag": "dinner",
                "app_badge": 3, "silent": true, "mutable": true, "lang": "en", "data": ["id": 7],
                "icon": "https://today.example.org/icon.png",
                "actions": [
                    ["action": "yes", "title": "Coming", "navigate": "https://today.example.org/yes"],
                    ["action": "no", "title": "Not today"],
                ],
            ],
        ]
        #expect(try JSONValue(parsing: try notification.content()) == expected)
    }

    @Test func whatIsNotSetIsLeftOut() throws {
        let notification = DeclarativeNotification(title: "Dinner", navigate: "https://today.example.org/")
        let expected: JSONValue = [
            "web_push": 8030, "notification": ["title": "Dinner", "navigate": "https://today.example.org/"],
        ]
        #expect(try JSONValue(parsing: try notification.content()) == expected)
    }

    /// The texts are shortened to the last byte that fits, after whole characters, however many bytes each takes in JSON.
    @Test(arguments: ["a", "ä", "語", "👩‍👩‍👧‍👦", "\"", "\n", "e\u{301}"])
    func aBodyIsShortenedAfterAWholeCharacter(character: String) throws {
        var notification = DeclarativeNotification(title: "Dinner", navigate: "https://today.example.org/")
        notification.body = String(repeating: character, count: 5000)
        let bytes = try notification.content()
        let value = try JSONValue(parsing: bytes)
        let body = try #require(value["notification"]?["body"]?.stringValue)
        #expect(body.hasSuffix("…"))
        #expect(body.dropLast().allSatisfy { String($0) == character })
        #expect(value["notification"]?["title"] == "Dinner")
        let size = JSONValue.string(character).jsonBytes().count - 2
        #expect(bytes.count <= PushMessage.maximumContentLength)
        #expect(bytes.count + size > PushMessage.maximumContentLength, "another one would fit")
    }

    @Test func aTitleIsShortenedWhenThereIsNoBodyLeft() throws {
        var notification = DeclarativeNotification(
            title: String(repeating: "t", count: 5000),
            navigate: "https://today.example.org/"
        )
        notification.body = String(repeating: "b", count: 5000)
        let bytes = try notification.content()
        let value = try JSONValue(parsing: bytes)
        #expect(bytes.count == PushMessage.maximumContentLength)
        #expect(value["notification"]?["body"] == nil)
        #expect(value["notification"]?["title"]?.stringValue?.hasSuffix("t…") == true)
    }

    @Test func aTextThatFitsExactlyIsLeftAsItIs() throws {
        var notification = DeclarativeNotification(title: "Dinner", navigate: "https://today.example.org/")
        notification.body = ""
        let empty = try notification.content().count
        notification.body = String(repeating: "b", count: PushMessage.maximumContentLength - empty)
        let value = try JSONValue(parsing: try notification.content())
        #expect(value["notification"]?["body"]?.stringValue == notification.body)
    }

    /// One character can be of any length; it does not fit, so nothing of it is sent.
    @Test func aHugeCharacterIsLeftOut() throws {
        var notification = DeclarativeNotification(title: "Dinner", navigate: "https://today.example.org/")
        notification.body = "e" + String(repeating: "\u{301}", count: 100_000)
        let value = try JSONValue(parsing: try notification.content())
        #expect(value["notification"]?["body"] == "…")
    }

    @Test func whatCannotBeShownIsRefused() {
        var huge = DeclarativeNotification(title: "Dinner", navigate: "https://today.example.org/")
        huge.data = .string(String(repeating: "d", count: 4000))
        for notification in [
            DeclarativeNotification(title: "", navigate: "https://today.example.org/"),
            DeclarativeNotification(title: "Dinner", navigate: ""), huge,
        ] {
            #expect(throws: WebPushError.self) { try notification.content() }
        }
    }
}
