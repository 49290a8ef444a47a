import HostModel
import SessionBus

/// The calls of the Desktop Notifications Specification, 1.2.
enum NotificationServer {
    /// The name on the bus, and of the interface.
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"

    /// Match rules for the signals of the server, and for changes of the name's owner.
    static let rules = [
        "type='signal',sender='\(name)',path='\(path)',interface='\(name)'",
        "type='signal',sender='\(BusNames.name)',interface='\(BusNames.name)',member='NameOwnerChanged',arg0='\(name)'",
    ]

    /// Asks for the server's capabilities; the bus starts a server for it, if it knows one and none runs.
    static let getCapabilities = call("GetCapabilities")

    /// Shows a bubble, or changes the content of one; the reply is its number.
    static func notify(_ message: BubbleMessage) -> BusCall {
        call(
            "Notify",
            .string(message.appName),
            .uint32(message.replaces),
            .string(message.icon),
            .string(message.summary),
            .string(message.body),
            .strings(message.buttons.flatMap { [$0.key, $0.label] }),
            .dictionary(message.hints),
            .int32(message.stays ? 0 : -1)  // 0: never expires; -1: the server decides.
        )
    }

    static func close(_ number: UInt32) -> BusCall { call("CloseNotification", .uint32(number)) }

    private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}

typealias ServerCapabilities = Set<ServerCapability>

/// A capability, under its name in the reply to `GetCapabilities`.
enum ServerCapability: String, Hashable, Sendable {
    case actions
    case body
    /// Markup in the body text; a server without it shows the text verbatim.
    case bodyMarkup = "body-markup"
    /// A text field for a reply, an extension of KDE that is not in the specification.
    case inlineReply = "inline-reply"
}

extension ServerCapabilities {
    var names: [String] { map(\.rawValue).sorted() }
}

/// A signal of the notification server, or of the bus about it.
enum ServerSignal: Hashable, Sendable {
    /// The person clicked a button, or the bubble itself.
    case actionInvoked(UInt32, key: String)
    /// The activation token with which a program that the action starts may raise its window; it comes before the
    /// action.
    case activationToken(UInt32, token: String)
    /// The person sent a reply from the bubble's text field.
    case replied(UInt32, text: String)
    case closed(UInt32, isDismissal: Bool)
    /// The server started, ended or was replaced; the unique name of the current one.
    case owner(String?)

    static let keyLimit = 256

    /// Reads a signal; `nil` for another one, for arguments of other types, and for texts that are too long.
    init?(_ signal: BusSignal) {
        switch (signal.interface, signal.member, signal.arguments.first, signal.arguments.dropFirst().first) {
        case (NotificationServer.name, "ActionInvoked", .uint32(let number)?, .string(let key)?)
        where key.utf8.count <= Self.keyLimit:
            self = .actionInvoked(number, key: key)
        case (NotificationServer.name, "ActivationToken", .uint32(let number)?, .string(let token)?)
        where token.utf8.count <= Self.keyLimit && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }:
            self = .activationToken(number, token: token)
        case (NotificationServer.name, "NotificationReplied", .uint32(let number)?, .string(let text)?)
        where text.utf8.count <= NotificationAnswer.textLimit:
            self = .replied(number, text: text)
        case (NotificationServer.name, "NotificationClosed", .uint32(let number)?, .uint32(let reason)?):
            // Reasons: 1 expired, 2 dismissed by the person, 3 closed by a call, 4 undefined.
            self = .closed(number, isDismissal: reason == 2)
        case (BusNames.name, "NameOwnerChanged", .string(NotificationServer.name)?, .string?)
        where signal.sender == BusNames.name:
            guard case .string(let owner)? = signal.arguments.dropFirst(2).first else { return nil }
            self = .owner(owner.isEmpty ? nil : owner)
        default: return nil
        }
    }
}
