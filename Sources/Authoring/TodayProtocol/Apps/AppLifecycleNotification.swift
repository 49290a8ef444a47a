import JSONRPC

/// Host to app: one of the app's pages became visible, or the last visible one was closed.
package struct AppLifecycleNotification: RPCNotification {
    package static let method = "app/lifecycle"

    /// The visibility of the app's pages.
    package enum State: String, Codable, Hashable, Sendable {
        /// A page of the app is visible.
        case active
        /// No page of the app is visible.
        case background
    }

    package var state: State

    package init(state: State) { self.state = state }
}
