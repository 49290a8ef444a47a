/// What a listener hears over a connection that is made again when it is lost.
package enum ListenerEvent: Hashable, Sendable {
    /// It hears texts from now on; it may have missed some.
    case connected
    case received(String)
    case disconnected(reason: String)
}
