import Addresses
import Testing

@Suite struct HostTextTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "today.localhost", "a.b.localhost", "127.0.0.1", "127.255.255.254", "::1", "[::1]",
        "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "[::FFFF:127.1.2.3]",
    ])
    func whatMeansThisMachineIsLoopback(text: String) { #expect(HostText(text).isLoopback) }

    @Test(arguments: [
        "", "127.example.org", "127.0.0.1.example.org", "127.evil", "127.", "127.0.0.256", "127.0.0", "128.0.0.1",
        "0.0.0.0",
        "::", "::2", "1::1", "::ffff:128.0.0.1", "::127.0.0.1", "localhost.example", "notlocalhost", "[127.0.0.1",
        "127.0.0.1 ", "127.0.0.1\0.example.org",
    ])
    func anythingElseIsNot(text: String) { #expect(!HostText(text).isLoopback) }
}
