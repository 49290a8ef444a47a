/// Cancels one piece of work from outside of its task.
struct CancellationSignal: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream<Never>.makeStream() }

    /// Cancels the work that runs, or begins later.
    func cancel() { continuation.finish() }

    /// Does work in a task of its own that is cancelled when ``cancel()`` is called.
    ///
    /// Returns when the work has, also when it goes on in spite of its cancellation.
    func run(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work() }
            group.addTask { [stream] in for await _ in stream {} }
            await group.next()
            group.cancelAll()
        }
    }
}
