import TodayProtocol

/// The host's log of this process.
///
/// A line is one message; at most 4 KiB of it are kept. What is printed to standard output or standard error goes
/// there too, without a level.
public struct Log: Sendable {
    let session: ProcessSession

    /// Writes a line that only helps while debugging.
    public func debug(_ message: String) { session.log(.debug, message) }

    /// Writes a line that helps to follow one request.
    public func info(_ message: String) { session.log(.info, message) }

    /// Writes a line on a change worth keeping.
    public func notice(_ message: String) { session.log(.notice, message) }

    /// Writes a line on something that failed.
    public func error(_ message: String) { session.log(.error, message) }
}
