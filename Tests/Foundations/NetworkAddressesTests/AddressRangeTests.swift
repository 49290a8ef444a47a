import NetworkAddresses
import Testing

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("127.0.0.1", "127.0.0.1", true),
        ("127.0.0.1", "127.0.0.2", false), ("192.0.2.128/25", "192.0.2.127", false),
        ("192.0.2.128/25", "192.0.2.200", true),
        ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true),
        ("fd00::/8", "fdab::1", true), ("fd00::/8", "fe80::1", false), ("::1", "::1", true),
        ("2001:db8::/33", "2001:db8:8000::", false),
    ])
    func anAddressIsInTheRangeIfTheFirstBitsAgree(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        let address = try #require(NetworkAddress(address))
        #expect(range.contains(address) == isInside)
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "10.0.0.0/8/8", "fd00::/129",
        "fd00::1/8", "today.example.org", "10.0.0.0/ 8", "10.0.0.0/99999999999999999999",
    ])
    func anythingElseIsRefused(text: String) { #expect(AddressRange(text) == nil) }

    @Test(arguments: [("10.0.0.0/8", "10.0.0.0/8"), ("::1", "::1/128"), ("127.0.0.1", "127.0.0.1/32")])
    func itIsWrittenInTheUsualNotation(text: String, notation: String) {
        #expect(AddressRange(text)?.description == notation)
    }
}
