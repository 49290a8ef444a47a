import NetworkAddresses
import Testing

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:80", "127.0.0.1", 80), ("localhost:0", "localhost", 0), ("[::1]:8080", "::1", 8080),
        ("0.0.0.0:65535", "0.0.0.0", 65_535),
    ])
    func anAddressIsRead(text: String, host: String, port: Int) {
        let address = ListenAddress(text)
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address?.description == text)
    }

    @Test(arguments: ["", "8080", ":80", "a:b", "a:65536", "a:-1", "::1:80", "a:"])
    func whatIsNoAddressIsRefused(text: String) { #expect(ListenAddress(text) == nil) }
}
