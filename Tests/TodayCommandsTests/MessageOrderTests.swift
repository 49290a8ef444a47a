import JSON
import Testing
import TodayCommands

/// The push objects that `today send` makes.
@Suite struct MessageOrderTests {
    private static let text = MessageOrder.Content(type: .plain, text: "Soup,\nin 10 minutes.")

    @Test(arguments: [
        (
            MessageOrder(title: "Dinner", content: text),
            #"""
            {"audience":"all","device_types":"all",\#
            "message":{"body":"Soup,\nin 10 minutes.","content_type":"text/plain","title":"Dinner"},\#
            "notification":{"alert":"Soup, in 10 minutes.","ios":{"title":"Dinner"}}}
            """#
        ),
        (
            MessageOrder(
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
            MessageOrder(title: "News", content: text, audience: .tag("kitchen"), isSilent: true),
            #"""
            {"audience":{"tag":"kitchen"},"device_types":"all",\#
            "message":{"body":"Soup,\nin 10 minutes.","content_type":"text/plain","title":"News"},\#
            "notification":{"ios":{"content_available":true}}}
            """#
        ),
        (
            MessageOrder(title: "Tea", subtitle: "Green", content: text, alert: "Now", goesToInboxes: false),
            #"""
            {"audience":"all","device_types":"all",\#
            "notification":{"alert":"Now","ios":{"subtitle":"Green","title":"Tea"}}}
            """#
        ),
        (
            MessageOrder(title: "Hello", content: .init(type: .markdown, text: "**x**"), isSilent: false),
            #"""
            {"audience":"all","device_types":"all",\#
            "message":{"body":"**x**","content_type":"text/markdown","title":"Hello"},\#
            "notification":{"alert":"Hello"}}
            """#
        ),
    ])
    func aMessageIsAPush(order: MessageOrder, json: String) { #expect(order.json.jsonText == json) }

    @Test func aLongTextIsCutInTheNotificationAlone() {
        let text = String(repeating: "word ", count: 100)
        let json = MessageOrder(title: "T", content: .init(type: .plain, text: text)).json
        #expect(json["notification"]?["alert"]?.stringValue?.count == 200)
        #expect(json["message"]?["body"]?.stringValue == text)
    }
}
