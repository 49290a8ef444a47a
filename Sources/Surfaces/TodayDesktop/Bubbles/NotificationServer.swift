import Notifications
import SessionBus

/// The calls of the Desktop Notifications Specification, 1.2.
enum NotificationServer {
    /// Its name on the bus, and its interface.
    static let name = "org.freedesktop.Notifications"
    /// Its object.
    static let path = "/org/freedesktop/Notifications"

    /// The rules for the signals that a surface follows: the server's own, and who the server is.
    static let rules = [
        "type='signal',sender='\(name)',path='\(path)',interface='\(name)'",
        "type='signal',sender='\(BusNames.name)',interface='\(BusNames.name)',member='NameOwnerChanged',arg0='\(name)'",
    ]

    /// Asks what the server can do; the bus starts a server for it, if it knows one and none runs.
    static let getCapabilities = call("GetCapabilities")

    /// Shows a bubble, or other words in one; answered with its number.
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
            .int32(message.stays ? 0 : -1)  // For ever, or for as long as the server thinks right.
        )
    }

    /// Takes a bubble away.
    static func close(_ number: UInt32) -> BusCall { call("CloseNotification", .uint32(number)) }

    private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}

/// What a notification server says it can do, as far as a surface makes use of it.
struct ServerCapabilities: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// Buttons.
    static let actions = ServerCapabilities(rawValue: 1)
    /// A text below the title.
    static let body = ServerCapabilities(rawValue: 2)
    /// Markup in that text; where it is not, the text stands as it is.
    static let bodyMarkup = ServerCapabilities(rawValue: 4)
    /// A field for an answer, as KDE began it; it is not in the specification.
    static let inlineReply = ServerCapabilities(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the answer to `GetCapabilities`; names that mean nothing here are passed over.
    init(names: [String]) { self.init(names.compactMap { Self.known[$0] }) }

    /// The names, in alphabetical order.
    var names: [String] { Self.known.filter { contains($0.value) }.keys.sorted() }

    private static let known: [String: ServerCapabilities] = [
        "actions": .actions, "body": .body, "body-markup": .bodyMarkup, "inline-reply": .inlineReply,
    ]
}

/// What a notification server tells, or the bus about it.
enum ServerSignal: Hashable, Sendable {
    /// The person pressed a button, or the bubble itself.
    case actionInvoked(UInt32, key: String)
    /// What a program that is started now may raise its window with; it comes before the action.
    case activationToken(UInt32, token: String)
    /// The person wrote an answer into the bubble.
    case replied(UInt32, text: String)
    /// The bubble is gone.
    case closed(UInt32, isDismissal: Bool)
    /// The server began, ended or was replaced; the connection of the one that there is now.
    case owner(String?)

    /// How long a key or a token may be, in bytes.
    static let keyLimit = 256

    /// Reads a signal.
    ///
    /// - Returns: None for a signal of another kind, with arguments of other types, or with texts that are too long.
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
            // 1 expired, 2 dismissed by the person, 3 closed by a call, 4 undefined.
            self = .closed(number, isDismissal: reason == 2)
        case (BusNames.name, "NameOwnerChanged", .string(NotificationServer.name)?, .string?)
        where signal.sender == BusNames.name:
            guard case .string(let owner)? = signal.arguments.dropFirst(2).first else { return nil }
            self = .owner(owner.isEmpty ? nil : owner)
        default: return nil
        }
    }
}
