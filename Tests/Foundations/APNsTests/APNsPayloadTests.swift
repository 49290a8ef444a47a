import APNs
import JSON
import Testing

@Suite struct APNsPayloadTests {
    @Test func aPayloadHasTheKeysOfApple() throws {
        var payload = APNsPayload()
        var alert = APNsAlert(title: "Dinner", subtitle: "At home", body: "Soup")
        alert.localizedTitle = APNsAlert.LocalizedText(key: "DINNER", arguments: ["7"])
        alert.localizedSubtitle = APNsAlert.LocalizedText(key: "PLACE")
        alert.localizedBody = APNsAlert.LocalizedText(key: "MEAL", arguments: ["Soup"])
        payload.alert = alert
        payload.badge = 3
        payload.sound = APNsPayload.Sound("default")
        payload.category = "meal"
        payload.threadID = "home"
        payload.isContentAvailable = true
        payload.isMutable = true
        payload.interruptionLevel = .timeSensitive
        payload.relevanceScore = 0.5
        payload.targetContentID = "window"
        payload.filterCriteria = "work"
        payload.custom = ["_uamid": "Zm9v", "aps": "never"]
        let expected: JSONValue = [
            "_uamid": "Zm9v",
            "aps": [
                "alert": [
                    "title": "Dinner", "subtitle": "At home", "body": "Soup", "title-loc-key": "DINNER",
                    "title-loc-args": ["7"], "subtitle-loc-key": "PLACE", "loc-key": "MEAL", "loc-args": ["Soup"],
                ],
                "badge": 3, "sound": "default", "category": "meal", "thread-id": "home", "content-available": 1,
                "mutable-content": 1, "interruption-level": "time-sensitive", "relevance-score": 0.5,
                "target-content-id": "window", "filter-criteria": "work",
            ],
        ]
        #expect(try JSONValue(parsing: try payload.encoded()) == expected)
    }

    @Test func aCriticalSoundIsAnObject() throws {
        var payload = APNsPayload()
        payload.sound = APNsPayload.Sound("siren", isCritical: true, volume: 2)
        let aps = try JSONValue(parsing: try payload.encoded())["aps"]
        #expect(aps == ["sound": ["critical": 1, "name": "siren", "volume": 1.0]])
    }

    @Test func aSilentPayloadIsSentInTheBackground() throws {
        var payload = APNsPayload()
        payload.isContentAvailable = true
        #expect(try payload.encoded() == Array("{\"aps\":{\"content-available\":1}}".utf8))
        let notification = APNsNotification(topic: "com.example", payload: payload)
        #expect(notification.type == .background)
        #expect(notification.priority == .low)
    }

    @Test(arguments: ["a", "ä", "語", "👩‍👩‍👧‍👦", "\""])
    func anAlertIsShortenedAfterAWholeCharacter(character: String) throws {
        var payload = APNsPayload()
        payload.alert = APNsAlert(title: "Dinner", body: String(repeating: character, count: 5000))
        payload.badge = 1
        let bytes = try payload.encoded()
        let alert = try #require(try JSONValue(parsing: bytes)["aps"]?["alert"])
        let body = try #require(alert["body"]?.stringValue)
        #expect(body.hasSuffix("…"))
        #expect(body.dropLast().allSatisfy { String($0) == character })
        #expect(alert["title"] == "Dinner")
        #expect(bytes.count <= APNsPayload.maximumLength)
        let size = JSONValue.string(character).jsonBytes().count - 2
        #expect(bytes.count + size > APNsPayload.maximumLength, "another one would fit")
    }

    @Test func theTitleIsShortenedLast() throws {
        var payload = APNsPayload()
        let long = String(repeating: "x", count: 5000)
        payload.alert = APNsAlert(title: long, subtitle: long, body: long)
        let alert = try #require(try JSONValue(parsing: try payload.encoded())["aps"]?["alert"])
        #expect(alert["body"] == nil)
        #expect(alert["subtitle"] == nil)
        #expect(alert["title"]?.stringValue?.hasSuffix("x…") == true)
    }

    @Test func whatCannotBeSentIsRefused() {
        var huge = APNsPayload()
        huge.alert = APNsAlert(body: "Soup")
        huge.custom = ["data": .string(String(repeating: "d", count: 5000))]
        for payload in [APNsPayload(), huge] {
            #expect(throws: APNsError.self) { try payload.encoded() }
        }
    }
}
