import AsyncPrimitives

extension Backoff {
    /// How long a connection must last to count as a success.
    private static let settled = Duration.seconds(10)

    /// The waits before the host connects to its cloud, or sends a request, again.
    static var cloud: Backoff { Backoff(first: .seconds(1), longest: .seconds(60)) }

    /// Records the end of a connection; one that lasted at least ten seconds resets the waits.
    mutating func connectionEnded(after uptime: Duration) {
        if uptime >= Self.settled { reset() }
    }
}
