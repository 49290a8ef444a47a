/// A value in a message on the bus: the few types that notifications need.
enum BusValue: Hashable, Sendable {
    /// Text, `s`; one to be sent has no NUL.
    case string(String)
    /// A byte, `y`.
    case byte(UInt8)
    /// A truth value, `b`.
    case boolean(Bool)
    /// A whole number, `i`.
    case int32(Int32)
    /// A whole number that is not negative, `u`.
    case uint32(UInt32)
    /// A list of texts, `as`.
    case strings([String])
    /// Values by name, `a{sv}`; sent and never read.
    case dictionary([String: BusValue])
    /// Something of another type or beyond a limit; read and never sent.
    case other

    /// The signature of its type; none for what is never sent.
    var signature: String? {
        switch self {
        case .string: "s"
        case .byte: "y"
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .strings: "as"
        case .dictionary: "a{sv}"
        case .other: nil
        }
    }
}
