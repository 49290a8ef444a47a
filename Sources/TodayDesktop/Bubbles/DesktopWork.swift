import HostStore

/// What the host and the person's browser have to do because of what happened on a bubble.
enum DesktopWork: Hashable, Sendable {
    /// The host does what the person chose; what then opens may raise its window with the token.
    case answer(DeliveredID, action: String, text: String?, activation: String?)
    /// The page opens that asks for what a bubble cannot ask for: the passcode, or text.
    case ask(DeliveredID, action: String, activation: String?)
    /// The host dismisses a notification.
    case dismiss(DeliveredID)
}
