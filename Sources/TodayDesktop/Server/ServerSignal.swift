import Notifications

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
