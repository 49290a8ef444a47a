import JSONRPC

/// Process to host: a line for the host's log, which is cut after 4 KiB.
package struct LogNotification: RPCNotification {
    package static let method = "log"

    /// The severity of a line.
    package enum Level: String, Codable, Hashable, Sendable {
        /// Only useful while debugging.
        case debug
        /// Helps to follow one request.
        case info
        /// An important change.
        case notice
        /// A failure.
        case error
    }

    package var level: Level
    package var message: String

    package init(level: Level, message: String) {
        self.level = level
        self.message = message
    }
}
