import HostModel
import Synchronization
import TodayProtocol
import TodayScreen

/// Widget processes whose answers a test gives one by one.
final class ScriptedProcesses: WidgetProcesses {
    /// One request that waits for the test.
    struct Call: Sendable {
        /// What the process is asked; `nil` for a tap.
        var update: WidgetUpdateRequest?
        /// What was tapped; `nil` for an update.
        var tap: Tap?
        /// Cancels the update; `nil` for a tap.
        var cancellation: UpdateCancellation?
        /// Gives the answer to an update.
        var answer: @Sendable (WidgetUpdateResult) -> Void
        /// Gives the end of a tap.
        var end: @Sendable (TapOutcome?) -> Void
    }

    private let stream: AsyncStream<Call>
    private let continuation: AsyncStream<Call>.Continuation
    private let running = Mutex(0)
    private let most = Mutex(0)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// The requests, in their order.
    var calls: AsyncStream<Call> { stream }

    /// The most requests that ever ran at a time.
    var peakConcurrency: Int { most.withLock { $0 } }

    func update(_ request: WidgetUpdateRequest, of widget: WidgetID, cancellation: UpdateCancellation) async
        -> WidgetUpdateResult
    {
        begin()
        defer { end() }
        let reply = Reply<WidgetUpdateResult>()
        continuation.yield(
            Call(update: request, tap: nil, cancellation: cancellation, answer: { reply.give($0) }, end: { _ in })
        )
        return await reply.wait() ?? .cancelled
    }

    func perform(_ tap: Tap, on widget: WidgetID, viewer: Viewer) async -> TapOutcome? {
        begin()
        defer { end() }
        let reply = Reply<TapOutcome?>()
        continuation.yield(
            Call(update: nil, tap: tap, cancellation: nil, answer: { _ in }, end: { reply.give($0) })
        )
        return await reply.wait() ?? nil
    }

    func peakMemory(of widget: WidgetID) -> Int? { nil }

    private func begin() {
        let count = running.withLock { count in
            count += 1
            return count
        }
        most.withLock { $0 = max($0, count) }
    }

    private func end() { running.withLock { $0 -= 1 } }
}

/// An answer that a test gives once, or never if it fails.
private final class Reply<Value: Sendable>: Sendable {
    private let answers: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (answers, continuation) = AsyncStream.makeStream() }

    func give(_ value: Value) {
        continuation.yield(value)
        continuation.finish()
    }

    /// The answer; none if the screen ends before.
    func wait() async -> Value? {
        for await value in answers { return value }
        return nil
    }
}
