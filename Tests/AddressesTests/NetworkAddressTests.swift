import Addresses
import Testing

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.9.8.7", "127.0.0.1"), ("::1", "127.0.0.1"), ("::ffff:127.1.2.3", "127.0.0.1"),
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"), ("fe80::1", "fe80::"),
    ])
    func nobodyHasTwoNetworksForTheAsking(address: String, network: String) {
        #expect(NetworkAddress(address)?.network.description == network)
    }
}
