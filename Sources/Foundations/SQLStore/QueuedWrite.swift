import SQLiteSupport

/// A write that waits for the one writer of a connection, which commits those that wait at the same time together.
struct QueuedWrite: Sendable {
    /// Performs the write; it returns a closure that resumes the caller after the commit.
    let perform: @Sendable (any SQLConnection) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
}

extension WriterQueue where Job == QueuedWrite {
    /// Adds a write, and returns its value after it was committed and `committed` was called with it.
    ///
    /// `startWriter` is called if no writer runs; it must let one ``drain(_:)`` the queue.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void,
        startWriter: () -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = QueuedWrite { connection in
                let value = try body(connection)
                return {
                    committed(value)
                    continuation.resume(returning: value)
                }
            } fail: { error in
                continuation.resume(throwing: error)
            }
            switch add(write) {
            case .startsWriter: startWriter()
            case .waits: break
            case .refused(let error): write.fail(error)
            }
        }
    }
}
