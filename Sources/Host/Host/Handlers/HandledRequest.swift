import HostModel

/// A request that the host performs itself.
protocol HandledRequest: HostRequest {
    /// Performs the request.
    ///
    /// Call ``TodayHost/send(_:)`` instead, which translates the errors.
    ///
    /// - Parameter host: The host.
    /// - Returns: The answer.
    /// - Throws: Any error; ``HostError/init(_:)`` translates it for the sender.
    func reply(from host: TodayHost) async throws -> Reply
}
