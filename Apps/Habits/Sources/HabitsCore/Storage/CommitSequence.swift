import Synchronization
public import TodayKit

/// Makes the app's changes one after another, each on top of the commit of the one before.
///
/// The host may send a push while a tap is being handled, and it commits a change only after the app has answered. So a
/// change first waits until the change before it is visible in the shared defaults: otherwise it would read old values
/// and write them again.
public final class CommitSequence: Sendable {
    /// The time to wait for a commit.
    ///
    /// A change that the host discarded is never visible.
    private static let commitTimeout = Duration.seconds(3)

    /// The reminders that a commit leaves pending, so that the next one need not read them all.
    public struct Reminders: Sendable {
        /// Those of the commit before, by identifier; `nil` if they are not known.
        public let last: [String: NotificationRequest]?
        /// Those of this commit, by identifier; `nil` if the commit after it must ask the host.
        public var next: [String: NotificationRequest]?
    }

    private struct State {
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var expected: String?
        var count = 0
        var reminders: (commit: String, requests: [String: NotificationRequest])?
    }

    private let state = Mutex(State())
    private let prefix = UUID().uuidString

    private let clock: any Clock<Duration>

    /// Creates a sequence; an app has one.
    ///
    /// - Parameter clock: Measures how long a commit is waited for.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Runs a change alone.
    ///
    /// - Parameters:
    ///   - context: The context of the request.
    ///   - isChange: Returns `false` for a result that changed nothing.
    ///   - change: Makes the change, and notes which reminders it leaves pending.
    /// - Returns: The result of `change`.
    /// - Throws: An error of `change`, or a `RequestError`.
    public func run<Result: Sendable>(
        _ context: AppContext,
        isChange: (Result) -> Bool = { _ in true },
        _ change: (inout Reminders) async throws -> Result
    ) async throws -> Result {
        await begin()
        defer { end() }
        await waitForCommit(context)
        // A commit that the host discarded is not the last one; what it would have left pending does not count.
        let last = context.defaults[.commit]
        let known = state.withLock { $0.reminders.flatMap { $0.commit == last ? $0.requests : nil } }
        var reminders = Reminders(last: known)
        let result = try await change(&reminders)
        guard isChange(result) else { return result }
        let mark = state.withLock { state in
            state.count += 1
            return "\(prefix) \(state.count)"
        }
        try await context.defaults.set(mark, for: .commit)
        state.withLock { state in
            state.expected = mark
            state.reminders = reminders.next.map { (mark, $0) }
        }
        return result
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isBusy else {
                    state.isBusy = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func end() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }

    private func waitForCommit(_ context: AppContext) async {
        guard let expected = state.withLock(\.expected) else { return }
        let changes = context.defaults.changes(of: .commit)
        if context.defaults[.commit] != expected {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await value in changes where value == expected { return }
                }
                group.addTask { [clock] in
                    // Throws only when the commit is visible, which ends the wait.
                    try? await clock.sleep(for: Self.commitTimeout)
                }
                await group.next()
                group.cancelAll()
            }
        }
        state.withLock { $0.expected = nil }
    }
}
