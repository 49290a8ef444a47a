import Testing
import TodayKit

@Suite struct SceneURLTests {
    @Test(
        arguments: [
            ("today-weather://", "today-weather", "", [:]), ("Today-Weather://places", "today-weather", "places", [:]),
            ("a://places/", "a", "places", [:]), ("a:///places//", "a", "places", [:]),
            ("a:places", "a", "places", [:]),
            ("a://p/q?x=1&y=&z&x=2", "a", "p/q", ["x": "2", "y": "", "z": ""]), ("a://p#f?x=1", "a", "p", [:]),
            ("a://caf%C3%A9%20%2F?n=%26%3D", "a", "café /", ["n": "&="]), ("a://%zz%4", "a", "%zz%4", [:]),
            ("a://?q=a:b", "a", "", ["q": "a:b"]), ("", "", "", [:]), ("nothing", "", "nothing", [:]),
        ] as [(String, String, String, [String: String])]
    )
    func isTakenApart(text: String, scheme: String, path: String, query: [String: String]) {
        let url = SceneURL(text)
        #expect(url.scheme == scheme)
        #expect(url.path == path)
        #expect(url.query == query)
        #expect(url.description == text)
    }

    @Test func textIsEscapedForOnePartOfAURL() {
        #expect("a.b-c_d~9".escapedForURLs == "a.b-c_d~9")
        #expect("[::1]:80/?é\n".escapedForURLs == "%5B%3A%3A1%5D%3A80%2F%3F%C3%A9%0A")
        #expect(SceneURL("a://\("x/y?z=ü".escapedForURLs)").path == "x/y?z=ü")
        guard case .openURL(let opened) = Action.allowHost("Allow", server: "nas.local:8080").kind else {
            Issue.record("It opens no URL.")
            return
        }
        #expect(opened.url == "today://hosts/nas.local%3A8080")
    }
}
