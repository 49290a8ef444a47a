import NetworkAddresses
import Testing

@Suite struct NetworkAddressTests {
    /// What a resolver reads as an address, and nobody writes as a name.
    @Test(arguments: [
        ("2130706433", true), ("0x7f000001", true), ("0x", true), ("127.1", true), ("0", true), ("0177.0.0.1", true),
        ("127.0.0.1.", true), ("256.1.1.1", true), ("1.2.3.0x4", true), ("[::ffff:127.1]", true), ("127.0.0.1", false),
        ("[::ffff:127.0.0.1]", false), ("[::1]", false), ("example.org", false), ("1.2.3.4.example.org", false),
        ("4.org", false), ("example.0xyz", false), ("a1", false), ("", false), (".", false),
    ])
    func whatEndsInANumberIsAnAddressOrAMistake(host: String, isMistake: Bool) {
        #expect(URLHost(host).isMisspelledAddress == isMistake)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.9.8.7", "127.0.0.1"), ("::1", "127.0.0.1"), ("::ffff:127.1.2.3", "127.0.0.1"),
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"), ("fe80::1", "fe80::"),
    ])
    func nobodyHasTwoNetworksForTheAsking(address: String, network: String) {
        #expect(NetworkAddress(address)?.network.description == network)
    }

    @Test func theLoopbackInterfaceIsActive() throws {
        let loopback = try #require(NetworkAddress("127.0.0.1"))
        #expect(NetworkAddress.ofThisMachine.contains(loopback))
    }
}

@Suite struct URLHostTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "today.localhost", "a.b.localhost", "127.0.0.1", "127.255.255.254", "::1", "[::1]",
        "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "[::FFFF:127.1.2.3]",
    ])
    func whatMeansThisMachineIsLoopback(text: String) { #expect(URLHost(text).isLoopback) }

    @Test(arguments: [
        "", "127.example.org", "127.0.0.1.example.org", "127.evil", "127.", "127.0.0.256", "127.0.0", "128.0.0.1",
        "0.0.0.0",
        "::", "::2", "1::1", "::ffff:128.0.0.1", "::127.0.0.1", "localhost.example", "notlocalhost", "[127.0.0.1",
        "127.0.0.1 ", "127.0.0.1\0.example.org",
    ])
    func anythingElseIsNot(text: String) { #expect(!URLHost(text).isLoopback) }
}
