/// Bounds how long something may take.
package enum Deadline {
    /// Does something, and gives it up when it takes too long.
    ///
    /// - Parameters:
    ///   - time: How long it may take.
    ///   - body: What to do; it is cancelled when the time is over.
    /// - Returns: What `body` returns.
    /// - Throws: ``CloudError`` with code `timedOut`, or what `body` throws.
    package static func run<Value: Sendable>(
        _ time: Duration,
        _ body: @escaping @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else {
                throw CloudError(.timedOut, "This did not arrive within \(time.components.seconds) seconds.")
            }
            return value
        }
    }
}
