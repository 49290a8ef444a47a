extension Sequence<UInt8> {
    /// The bytes as hexadecimal digits, two for each, in lower case, as used for hashes and keys.
    package var hexadecimalDigits: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
