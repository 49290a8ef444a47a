import JSONRPC

/// Process to host: a line for the host's log, at most 4 KiB of it kept.
package struct LogNotification: RPCNotification {
    /// The method's name on the wire.
    package static let method = "log"

    /// How grave a line is.
    package enum Level: String, Codable, Hashable, Sendable {
        /// Only while debugging.
        case debug
        /// Helps to follow one request.
        case info
        /// A change worth keeping.
        case notice
        /// Something failed.
        case error
    }

    /// How grave the line is.
    package var level: Level
    /// The line.
    package var message: String

    /// Makes a line.
    package init(level: Level, message: String) {
        self.level = level
        self.message = message
    }
}
