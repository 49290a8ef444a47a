import Notifications

/// The bubble of one notification, from the wish to show it until it is closed.
struct Bubble: Sendable {
    /// What it shows, or is to show.
    var notification: ShownNotification
    /// Whether the next words draw attention.
    var arrives = true
    /// The server's number for it, while it is up.
    var number: UInt32?
    /// The call that shows it and was not answered yet.
    var call: BusToken?
    /// What the server was told last.
    var message: BubbleMessage?
    /// Whether there are newer words than those of the call.
    var isOutdated = false
    /// Whether it is to be closed as soon as the call is answered.
    var isWithdrawn = false
    /// Whether the person chose something on it: what comes after that, such as its closing, means nothing more.
    var isActedOn = false
    /// How often a server went away before it answered.
    var losses = 0
    /// What a program that the person's choice starts may raise its window with.
    var activationToken: String?

    /// Wishes for a bubble.
    init(_ notification: ShownNotification) { self.notification = notification }
}
