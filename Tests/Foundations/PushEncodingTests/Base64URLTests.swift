import PushEncoding
import Testing

@Suite struct Base64URLTests {
    /// The examples of RFC 4648, section 10, and the two characters that differ from base64.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy"),
        ("?>~", "Pz5-"), ("???", "Pz8_"),
    ])
    func aTextIsEncodedAndDecoded(plain: String, encoded: String) {
        #expect(Base64URL.encode(plain.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test(arguments: [("Zg==", "f"), ("Zm8=", "fo")])
    func paddingIsAllowed(encoded: String, plain: String) {
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test(arguments: ["Z", "Zm9vY", "Zm+v", "Zm/v", "Zm 9", "Zm9v\n", "Zg===", "=", "===", "Zm9ä", "Z\0g"])
    func otherTextIsRefused(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
