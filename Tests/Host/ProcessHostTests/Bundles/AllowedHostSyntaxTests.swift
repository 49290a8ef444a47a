import ProcessHost
import Testing

@Suite struct AllowedHostSyntaxTests {
    @Test(arguments: [
        ("API.Example.com", "api.example.com"), ("example.com.", "example.com"), ("localhost:8080", "localhost:8080"),
        ("127.0.0.1:80", "127.0.0.1:80"), ("[::1]:8080", "[::1]:8080"), ("[::1]", "[::1]"), ("a-b.c1", "a-b.c1"),
    ])
    func acceptsAHost(text: String, normalized: String) {
        #expect(AllowedHostSyntax.normalized(text) == normalized)
    }

    @Test(arguments: [
        "", ".", "*.example.com", "https://example.com", "example.com/", "user@example.com", "example.com:0",
        "example.com:65536", "example.com:", "example.com:80:80", "1.2.3", "256.1.1.1", "::1", "[::1", "[::1]x",
        "-a.com",
        "a..b", "exämple.com", "a b", "0x7f.1", "[1]", "example.com:+8",
    ])
    func refusesWhatIsNone(text: String) {
        #expect(AllowedHostSyntax.normalized(text) == nil)
    }
}
