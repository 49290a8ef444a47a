import AsyncPrimitives

extension Backoff {
    /// Shortest duration of a connection that counts as a success.
    private static let settled = Duration.seconds(10)

    /// Back-off before the host connects to its cloud again or repeats a request.
    static var cloud: Backoff { Backoff(first: .seconds(1), longest: .seconds(60)) }

    /// Records the end of a connection; one that lasted at least ten seconds resets the back-off.
    mutating func connectionEnded(after uptime: Duration) {
        if uptime >= Self.settled { reset() }
    }
}
