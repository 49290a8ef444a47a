import DeviceSync
import HostModel
import JSON
import Testing

/// The push objects of messages that `today send` and the page send.
@Suite struct OutgoingMessageTests {
    private static let text = OutgoingMessage.Content(type: .plain, text: "Soup,\nin 10 minutes.")

    @Test(arguments: [
        (
            OutgoingMessage(title: "Dinner", content: text),
            #"""
            {"audience":"all","device_types":"all",\#
            "message":{"body":"Soup,\nin 10 minutes.","content_type":"text/plain","title":"Dinner"},\#
            "notification":{"alert":"Soup, in 10 minutes.","ios":{"title":"Dinner"}}}
            """#
        ),
        (
            OutgoingMessage(
                title: "Invoice",
                subtitle: "November",
                content: .init(type: .html, text: "<p>9 €</p>"),
                icon: "https://a.example/i.png",
                seconds: 60,
                audience: .person("ada")
            ),
            #"""
            {"audience":{"named_user":"ada"},"device_types":"all",\#
            "message":{"body":"<p>9 €</p>","content_type":"text/html","expiry":60,\#
            "extra":{"com.urbanairship.listing.field1":"November"},\#
            "icons":{"list_icon":"https://a.example/i.png"},"title":"Invoice"},\#
            "notification":{"alert":"November","ios":{"title":"Invoice"}}}
            """#
        ),
        (
            OutgoingMessage(title: "News", content: text, audience: .tag("kitchen"), isSilent: true),
            #"""
            {"audience":{"tag":"kitchen"},"device_types":"all",\#
            "message":{"body":"Soup,\nin 10 minutes.","content_type":"text/plain","title":"News"},\#
            "notification":{"ios":{"content_available":true}}}
            """#
        ),
        (
            OutgoingMessage(title: "Tea", subtitle: "Green", content: text, alert: "Now", goesToInboxes: false),
            #"""
            {"audience":"all","device_types":"all",\#
            "notification":{"alert":"Now","ios":{"subtitle":"Green","title":"Tea"}}}
            """#
        ),
        (
            OutgoingMessage(title: "Hello", content: .init(type: .markdown, text: "**x**"), isSilent: false),
            #"""
            {"audience":"all","device_types":"all",\#
            "message":{"body":"**x**","content_type":"text/markdown","title":"Hello"},\#
            "notification":{"alert":"Hello"}}
            """#
        ),
        (
            OutgoingMessage(title: "Doors", content: text, wakesApp: true, goesToInboxes: false),
            #"""
            {"audience":"all","device_types":"all",\#
            "notification":{"alert":"Soup, in 10 minutes.","ios":{"content_available":true,"title":"Doors"}}}
            """#
        ),
        (
            OutgoingMessage(title: "Hello", content: .init(type: .plain, text: "Hello"), wakesApp: true),
            #"""
            {"audience":"all","device_types":"all",\#
            "message":{"body":"Hello","content_type":"text/plain","title":"Hello"},\#
            "notification":{"alert":"Hello","ios":{"content_available":true}}}
            """#
        ),
    ])
    func aMessageIsAPush(message: OutgoingMessage, json: String) { #expect(message.json.jsonText == json) }

    @Test func aLongTextIsCutInTheNotificationAlone() {
        let text = String(repeating: "word ", count: 100)
        let json = OutgoingMessage(title: "T", content: .init(type: .plain, text: text)).json
        #expect(json["notification"]?["alert"]?.stringValue?.count == 200)
        #expect(json["message"]?["body"]?.stringValue == text)
    }
}
