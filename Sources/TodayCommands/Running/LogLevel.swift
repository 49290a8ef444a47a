import ArgumentParser
import Logging

/// How much the host logs.
package enum LogLevel: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Everything; only while debugging, since it may hold what the screen shows.
    case debug
    /// What helps to follow one request.
    case info
    /// Changes that are worth keeping.
    case notice
    /// What looks wrong and went on.
    case warning
    /// What failed.
    case error

    /// The same level in the logging library's words.
    var loggerLevel: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
