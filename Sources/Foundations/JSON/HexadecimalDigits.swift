extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in lower case, as hashes and keys are written.
    package var hexadecimalDigits: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
