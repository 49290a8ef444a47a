import Fetching
import HostStorage
import NetworkAddresses
import OutgoingHTTP
import Testing

@Suite struct FetchPolicyTests {
    private func reach(_ url: String, declared: [String] = [], allowed: [String] = []) throws -> AddressPolicy? {
        let policy = try FetchPolicy(
            appName: "Weather",
            declaredHosts: declared,
            allowedHosts: allowed.map { try AllowedServer($0) }
        )
        do {
            return try policy.reach(of: FetchAddress(url))
        } catch {
            #expect(error.code == .notAllowed)
            return nil
        }
    }

    @Test(arguments: [
        ("https://example.com/", ["example.com"], true), ("https://EXAMPLE.com/", ["Example.COM"], true),
        ("https://a.example.com/", ["*.example.com"], false), ("https://a.b.example.com/", ["*.example.com"], false),
        ("https://example.com/", ["*.example.com"], false), ("https://badexample.com/", ["*.example.com"], false),
        ("https://a.example.com/", ["example.com"], false), ("https://example.com.evil.com/", ["example.com"], false),
        ("https://example.com:8443/", ["example.com"], false), ("http://example.com/", ["example.com"], false),
        ("https://example.com/", ["*"], false), ("https://example.com/", ["*.com"], false),
        ("https://example.com/", ["https://example.com"], false), ("https://example.com/", ["exam*.com"], false),
        ("https://example.com/", [""], false), ("https://[::1]/", ["::1"], false),
        ("https://example.com:8443/", ["example.com:8443"], true), ("https://example.com/", ["example.com:443"], true),
        ("https://example.com/", ["example.com:8443"], false),
        ("http://example.com:8443/", ["example.com:8443"], false),
        ("https://example.com:8444/", ["example.com:8443"], false), ("https://1.1.1.1:8443/", ["1.1.1.1:8443"], true),
        ("https://[2606:4700::1111]:8443/", ["[2606:4700::1111]:8443"], true),
        ("https://a.example.com:8443/", ["*.example.com:8443"], false), ("https://a_b.com/", ["a_b.com"], false),
    ])
    func declaredHostsAreReachedEncryptedAtTheirPort(url: String, declared: [String], isAllowed: Bool) throws {
        #expect(try reach(url, declared: declared) == (isAllowed ? .publicHosts : nil))
    }

    @Test(arguments: [
        ("http://localhost:8080/x", ["localhost:8080"], true), ("http://localhost/", ["localhost"], true),
        ("https://localhost/", ["localhost"], true), ("http://localhost:8080/", ["localhost"], false),
        ("http://localhost/", ["localhost:8080"], false), ("http://[::1]:80/", ["[::1]:80"], true),
        ("http://127.0.0.1:1/", ["127.0.0.1:1"], true), ("http://a.example.com/", ["example.com"], false),
    ])
    func whatThePersonAllowsIsReachedAnywhere(url: String, allowed: [String], isAllowed: Bool) throws {
        #expect(try reach(url, allowed: allowed) == (isAllowed ? .anywhere : nil))
    }

    @Test func theRefusalSaysHowToAllowIt() throws {
        let policy = FetchPolicy(appName: "My Weather", declaredHosts: ["a.com"], allowedHosts: [])
        let refused = #expect(throws: FetchFailure.self) { try policy.reach(of: FetchAddress("http://x.org:81/")) }
        #expect(
            refused?.message == "My Weather may not fetch from x.org:81; "
                + "allow it with “today allow \"My Weather\" x.org:81”."
        )
        #expect(refused?.server == "x.org:81")
        let plain = #expect(throws: FetchFailure.self) { try policy.reach(of: FetchAddress("http://a.com/")) }
        #expect(plain?.message.contains("without encryption") == true)
        let image = #expect(throws: FetchFailure.self) {
            try FetchPolicy.images.reach(of: FetchAddress("http://x.org:81/"))
        }
        #expect(image?.server == nil)
    }

    @Test(arguments: [
        ("HTTPS://Example.COM:443/a?b=c#d", "https://example.com/a?b=c"), ("http://a.com", "http://a.com/"),
        ("http://a.com?x", "http://a.com/?x"), ("http://[::1]:81/", "http://[::1]:81/"),
        ("http://a.com/%2e%2e/x", "http://a.com/%2e%2e/x"),
    ])
    func addressesAreWrittenOneWay(text: String, expected: String) throws {
        #expect(try FetchAddress(text).description == expected)
    }

    @Test(arguments: [
        "", "example.com", "/path", "ftp://a.com/", "file:///etc/passwd", "javascript:1", "http://", "http:///x",
        "http://user@a.com/", "http://user:pw@a.com/", "http://a.com:0/", "http://a.com:65536/", "http://a com/",
        "http://a.com/\r\nX: y", "http://exämple.com/", "http://a%00.com/", "http://a.com\\@b.com/",
        "http://2130706433/", "http://127.1/", "http://0x7f.1/", "http://127.0.0.1./", "http://[fe80::1%25eth0]/",
        "unix:///x", "http://a.com/" + String(repeating: "x", count: 4096),
    ])
    func otherAddressesAreRefused(text: String) {
        let error = #expect(throws: FetchFailure.self) { try FetchAddress(text) }
        #expect(error?.code == .badAddress)
    }

    @Test(arguments: [
        ("8.8.8.8", true), ("1.1.1.1", true), ("127.0.0.1", false), ("127.255.0.1", false), ("0.0.0.0", false),
        ("10.1.2.3", false), ("172.16.0.1", false), ("172.31.255.255", false), ("172.32.0.1", true),
        ("192.168.1.1", false), ("169.254.169.254", false), ("100.64.0.1", false), ("100.128.0.1", true),
        ("224.0.0.1", false), ("255.255.255.255", false), ("192.0.2.1", false), ("198.18.0.1", false),
        ("2606:4700::1111", true), ("::1", false), ("::", false), ("fe80::1", false), ("fc00::1", false),
        ("fd12::1", false), ("ff02::1", false), ("::ffff:127.0.0.1", false), ("::ffff:8.8.8.8", true),
        ("64:ff9b::7f00:1", false), ("64:ff9b::808:808", true), ("2002:7f00:1::", false), ("2001:db8::1", false),
        ("2001::1", false), ("::127.0.0.1", false), ("fec0::1", false),
    ])
    func onlyTheInternetIsPublic(text: String, isPublic: Bool) throws {
        #expect(try #require(NetworkAddress(text)).isPublic == isPublic)
    }
}
