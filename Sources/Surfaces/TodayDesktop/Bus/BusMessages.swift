/// An event of a connection to the bus.
enum BusEvent: Hashable, Sendable {
    /// The bus has accepted the connection; calls are answered from now on.
    case connected
    /// A call was answered, failed or timed out.
    case replied(BusToken, BusReply)
    /// A signal came.
    case signal(BusSignal)
}

/// Identifies the reply to a call, among all connections of one run.
struct BusToken: Hashable, Sendable {
    /// Grows with each call.
    let number: UInt64

    /// The token of the next call.
    var next: BusToken { BusToken(number: number + 1) }
}

/// A call of a method on the bus.
///
/// The names must be well-formed: they are constants of this module.
struct BusCall: Hashable, Sendable {
    /// The name of the called program.
    var destination: String
    /// The object.
    var path: String
    var interface: String
    /// The method.
    var member: String
    /// The arguments, in order.
    var arguments: [BusValue] = []
}

/// The reply to a call.
enum BusReply: Hashable, Sendable {
    /// It was answered with these values.
    case values([BusValue])
    /// It failed, with an error of this name.
    case failure(String)

    /// The error name for a call that was not answered in time.
    static let timeOut = "org.freedesktop.DBus.Error.Timeout"
    /// The error names that mean that there is no server to answer.
    static let unreachableErrors: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
    ]
}

/// A signal of a program on the bus.
struct BusSignal: Hashable, Sendable {
    /// The unique name of the sender, which the bus guarantees.
    var sender: String
    var interface: String
    /// The signal's name.
    var member: String
    /// The arguments, in order.
    var arguments: [BusValue]
}

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

    /// The signature of its type; `nil` for ``other``, which is never sent.
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

/// The bus's own name, and the calls to it.
enum BusNames {
    static let name = "org.freedesktop.DBus"

    /// Greets the bus; the first call of every connection.
    static let hello = call("Hello")

    /// Subscribes to the signals that match a rule.
    static func addMatch(_ rule: String) -> BusCall { call("AddMatch", .string(rule)) }

    /// Asks which connection owns a name.
    static func owner(of name: String) -> BusCall { call("GetNameOwner", .string(name)) }

    private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(
            destination: name,
            path: "/org/freedesktop/DBus",
            interface: name,
            member: member,
            arguments: arguments
        )
    }
}
