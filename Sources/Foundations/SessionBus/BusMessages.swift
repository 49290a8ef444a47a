package enum BusEvent: Hashable, Sendable {
    /// The bus has accepted the connection; calls are answered from now on.
    case connected
    /// A call was answered, failed or timed out.
    case replied(BusToken, BusReply)
    case signal(BusSignal)
}

/// The identifier of a call's reply, unique among all connections of one run.
package struct BusToken: Hashable, Sendable {
    package let number: UInt64

    package init(number: UInt64) { self.number = number }

    package var next: BusToken { BusToken(number: number + 1) }
}

/// A call of a method, with well-formed names: constants of the program, or names that the bus has checked.
package struct BusCall: Hashable, Sendable {
    /// The name of the called program.
    package var destination: String
    package var path: String
    /// The interface that has the method.
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(destination: String, path: String, interface: String, member: String, arguments: [BusValue] = []) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

package enum BusReply: Hashable, Sendable {
    /// It was answered with these values.
    case values([BusValue])
    /// It failed, with an error of this name.
    case failure(String)

    /// The error name for a call that was not answered in time.
    package static let timeOut = "org.freedesktop.DBus.Error.Timeout"
    /// The error names that mean that no server can answer.
    package static let unreachableErrors: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
    ]
}

package struct BusSignal: Hashable, Sendable {
    /// The unique name of the sender, which the bus guarantees.
    package var sender: String
    /// The interface that has the signal.
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
}

/// A value in a message on the bus: the few types that notifications and the Secret Service need.
package indirect enum BusValue: Hashable, Sendable {
    /// A text, `s`; one that is sent has no NUL.
    case string(String)
    /// A byte, `y`.
    case byte(UInt8)
    /// A boolean, `b`.
    case boolean(Bool)
    /// A signed integer, `i`.
    case int32(Int32)
    /// An unsigned integer, `u`.
    case uint32(UInt32)
    /// A list of texts, `as`.
    case strings([String])
    /// Bytes, `ay`.
    case bytes([UInt8])
    /// An object, `o`, with a valid path: a constant of the program, or one that was read.
    case path(String)
    /// A list of objects, `ao`.
    case paths([String])
    /// A structure, such as `(oayays)`; not empty.
    case structure([BusValue])
    /// A value with its type, `v`.
    case variant(BusValue)
    /// Texts by name, `a{ss}`; sent and never read.
    case texts([String: String])
    /// Values by name, `a{sv}`; sent and never read.
    case dictionary([String: BusValue])
    /// A value of another type or beyond a limit; read and never sent.
    case other

    /// The signature of the value's type; `nil` for ``other``, which is never sent.
    package var signature: String? {
        switch self {
        case .string: "s"
        case .byte: "y"
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .strings: "as"
        case .bytes: "ay"
        case .path: "o"
        case .paths: "ao"
        case .structure(let values):
            values.reduce(String?("")) { text, value in text.flatMap { text in value.signature.map { text + $0 } } }
                .map { "(\($0))" }
        case .variant: "v"
        case .texts: "a{ss}"
        case .dictionary: "a{sv}"
        case .other: nil
        }
    }
}

/// The bus's own name, and calls to the bus.
package enum BusNames {
    package static let name = "org.freedesktop.DBus"

    /// The greeting, which is the first call of every connection.
    static let hello = call("Hello")

    /// Returns a call that subscribes to the signals that match a rule.
    package static func addMatch(_ rule: String) -> BusCall { call("AddMatch", .string(rule)) }

    /// Returns a call that asks for the connection that owns a name.
    package static func owner(of name: String) -> BusCall { call("GetNameOwner", .string(name)) }

    private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        let path = "/org/freedesktop/DBus"
        return BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}
