/// The id of a message in a person's inbox: 1 to 128 of `A-Za-z0-9_-`.
public struct MessageID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// How many bytes an id may have.
    package static let lengthLimit = 128

    /// Whether the string can be a message's id; only such a one may become part of a path.
    package var isWellFormed: Bool {
        let bytes = rawValue.utf8
        return (1...Self.lengthLimit).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            }
    }
}
