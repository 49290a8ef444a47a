import HTTPServing
import Testing

@Suite struct PublicURLTests {
    @Test(arguments: [
        ("https://today.example.org", "today.example.org"), ("HTTPS://Today.Example.org/", "today.example.org"),
        ("https://today.example.org:443", "today.example.org"),
        ("https://today.example.org:8443", "today.example.org:8443"),
        ("https://192.0.2.1:8443", "192.0.2.1:8443"), ("https://[2001:db8::1]:8443/", "[2001:db8::1]:8443"),
    ])
    func theAuthorityIsWhatBrowsersSend(text: String, authority: String) {
        #expect(PublicURL(text)?.authority == authority)
        #expect(PublicURL(text)?.description == "https://\(authority)")
    }

    @Test(arguments: [
        "", "today.example.org", "http://today.example.org", "https://", "https://today.example.org/today",
        "https://today.example.org?a", "https://today.example.org#a", "https://ada@today.example.org",
        "https://ada:b@today.example.org", "https://today.example.org:0", "https://today.example.org:99999",
        "https://to day.example.org", "https://today.example.org%00", "ftp://today.example.org",
        "https://\(String(repeating: "a", count: 300))",
    ])
    func anythingElseIsRefused(text: String) { #expect(PublicURL(text) == nil) }
}
