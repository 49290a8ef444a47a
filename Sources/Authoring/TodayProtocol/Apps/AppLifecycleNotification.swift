import JSONRPC

/// Host to app: one of its pages came in front, or the last one went.
package struct AppLifecycleNotification: RPCNotification {
    /// The method's name on the wire.
    package static let method = "app/lifecycle"

    /// Whether somebody looks at the app.
    package enum State: String, Codable, Hashable, Sendable {
        /// A page of the app is open and visible.
        case active
        /// None is.
        case background
    }

    /// The new state.
    package var state: State

    /// Tells of a state.
    package init(state: State) { self.state = state }
}
