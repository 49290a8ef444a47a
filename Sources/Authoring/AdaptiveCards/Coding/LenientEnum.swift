/// An enumeration whose raw values are read without regard to case, as Adaptive Cards requires.
protocol LenientEnum: CaseIterable, RawRepresentable, MemberValue where RawValue == String {}

extension LenientEnum {
    /// Creates a value from text, ignoring the case of ASCII letters.
    init?(lenient text: String) {
        if let value = Self(rawValue: text) {
            self = value
            return
        }
        guard let value = Self.allCases.first(where: { $0.rawValue.equalsIgnoringCase(text) }) else { return nil }
        self = value
    }
}

extension String {
    /// Returns `true` if two texts are equal, ignoring the case of ASCII letters.
    func equalsIgnoringCase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
