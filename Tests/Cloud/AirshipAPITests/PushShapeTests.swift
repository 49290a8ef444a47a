import CloudTestSupport
import HTTPTypes
import JSON
import Testing

/// Members that hosts never see are validated too, so that a mistake is found before it reaches other platforms.
@Suite struct PushShapeTests {
    @Test(arguments: [
        (#""notification":{"alert":"a","windows":null}"#, "notification.windows"),
        (#""notification":{"android":{"alert":5}}"#, "notification.android.alert"),
        (#""notification":{"amazon":{"alert":5}}"#, "notification.amazon.alert"),
        (#""notification":{"web":{"alert":5}}"#, "notification.web.alert"),
        (#""notification":{"wns":{"alert":5}}"#, "notification.wns.alert"),
        (#""notification":{"sms":{"alert":5}}"#, "notification.sms.alert"),
        (#""notification":{"open::lamp":{"alert":5}}"#, "notification.open::lamp.alert"),
        (#""notification":{"open::lamp":{"title":5}}"#, "notification.open::lamp.title"),
        (#""notification":{"open::lamp":{"media_attachment":5}}"#, "notification.open::lamp.media_attachment"),
        (#""notification":{"web":{"icon":5}}"#, "notification.web.icon"),
        (#""notification":{"web":{"icon":{}}}"#, "notification.web.icon.url"),
        (#""notification":{"web":{"buttons":5}}"#, "notification.web.buttons"),
        (#""notification":{"web":{"buttons":[5]}}"#, "notification.web.buttons[0]"),
        (#""notification":{"ios":{"sound":{"name":"a","volume":"loud"}}}"#, "notification.ios.sound.volume"),
        (#""notification":{"ios":{"sound":{"name":"a","volume":2}}}"#, "notification.ios.sound.volume"),
        (#""notification":{"ios":{"sound":{"name":"a","loud":2}}}"#, "notification.ios.sound.loud"),
        (#""notification":{"ios":{"badge":"++1"}}"#, "notification.ios.badge"),
        (#""notification":{"ios":{"badge":"+"}}"#, "notification.ios.badge"),
        (#""notification":{"ios":{"live_activity":5}}"#, "notification.ios.live_activity"),
        (#""notification":{"ios":{"filter_criteria":5}}"#, "notification.ios.filter_criteria"),
        (
            #""notification":{"interactive":{"type":"t","button_actions":{"yes":5}}}"#,
            "notification.interactive.button_actions.yes"
        ),
        (#""notification":{"alert":"a"},"campaigns":5"#, "campaigns"),
        (#""notification":{"alert":"a"},"localizations":5"#, "localizations"),
        (#""notification":{"alert":"a"},"orchestration":5"#, "orchestration"),
        (#""notification":{"alert":"a"},"global_attributes":5"#, "global_attributes"),
        (#""notification":{"alert":"a"},"feed_references":5"#, "feed_references"),
        (#""notification":{"alert":"a"},"snippet_references":5"#, "snippet_references"),
        (#""notification":{"alert":"a"},"localizations":[5]"#, "localizations[0]"),
    ])
    func aWrongTypeIsNamedByItsPath(members: String, path: String) async throws {
        try await withAirship { airship async throws in
            let body = #"{"audience":"all","device_types":"all",\#(members)}"#
            let answer = try await airship.sender.send(.post, "/api/push/validate", text: body)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
        }
    }

    @Test func theRightTypesAreTaken() async throws {
        try await withAirship { airship async throws in
            let push: JSONValue = [
                "audience": "all", "device_types": "all", "message_type": "commercial",
                "campaigns": ["categories": ["a", "b"]], "orchestration": ["type": "channel_priority"],
                "localizations": [["language": "en", "notification": ["alert": "y"]]], "global_attributes": ["a": 1],
                "feed_references": [], "snippet_references": ["includes": ["a"]],
                "notification": [
                    "alert": "a", "android": ["alert": "b"], "wns": ["toast": [:]],
                    "web": [
                        "alert": "c", "icon": ["url": "https://h.example/i.png"],
                        "buttons": [["id": "a", "label": "b"]],
                    ],
                    "open::lamp": [
                        "alert": "d", "extra": ["aps": "x"], "interactive": ["type": "ua_yes_no_foreground"],
                        "media_attachment": ["url": "https://h.example/p.jpg"], "template": ["fields": ["alert": "x"]],
                    ],
                    "ios": [
                        "badge": "-12", "sound": ["name": "a", "volume": 0.5, "critical": 1], "filter_criteria": "x",
                        "live_activity": ["event": "update", "name": "x"],
                    ],
                    "interactive": ["type": "mine", "button_actions": ["yes": ["add_tag": "x"], "no": [:]]],
                ],
            ]
            #expect(try await airship.sender.send(.post, "/api/push/validate", push).json == ["ok": true])
        }
    }

    @Test(arguments: [
        ("named_users/associate", #"{"named_user_id":"a","channel_id":"c","device_type":{}}"#, "device_type"),
        ("named_users/disassociate", #"{"channel_id":"c","device_type":{}}"#, "device_type"),
        ("channels/uninstall", #"[{"channel_id":"c","device_type":{}}]"#, "[0].device_type"),
        ("channels/open", #"{"channel":\#(open),"timezone":{}}}"#, "channel.timezone"),
        ("channels/open", #"{"channel":\#(open),"locale_country":{}}}"#, "channel.locale_country"),
        ("channels/open", #"{"channel":\#(open),"locale_language":{}}}"#, "channel.locale_language"),
        ("channels/open", #"{"channel":\#(open),"set_tags":1}}"#, "channel.set_tags"),
    ])
    func aWrongTypeIsNamedWhereChannelsChange(route: String, body: String, path: String) async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.sender.send(.post, "/api/\(route)", text: body)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
        }
    }

    private static let open =
        #"{"type":"open","address":"a","opt_in":true,"open":{"open_platform_name":"lamp"}"#
}
