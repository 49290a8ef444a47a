import HostStore

/// What is to be done after something happened to the bubbles.
enum BubbleStep: Hashable, Sendable {
    /// Call the bus; the reply is to be handed in with the token.
    case call(BusCall, BusToken)
    /// Have the host or the browser do something.
    case work(DesktopWork)
    /// Note that a server refused to show a bubble.
    case refused(DeliveredID, error: String)
    /// Note that there is no notification server, with the error that says so.
    case noServer(error: String)
    /// Note that a notification server is there and can do so much.
    case server(ServerCapabilities)
}
