import Synchronization
public import TodayKit

/// Whether the list has what the cloud has.
public enum InboxFreshness: Hashable, Sendable {
    /// The cloud was asked when the app came to the front, and what it has is here.
    case fresh
    /// The cloud has not answered yet.
    case checking
    /// The cloud could not be asked.
    case unknown
}

/// Asks the cloud for new messages each time the app comes to the front.
///
/// The pages show at once what is on this device. They count as fresh when the answer is here, which is awaited for
/// ``limit``, and not before: neither when the process has just started nor when the app comes back.
public final class InboxChecker: Sendable {
    private struct State {
        /// The answer that counts; `nil` if there is none since the app was in the background.
        var answer: (freshness: InboxFreshness, date: ContinuousClock.Instant)?
        /// Whether ``run(_:)`` is to ask the cloud, or asks it.
        var isAsking = false
        /// Whether the app was in the background since the cloud was asked, so that the answer does not count.
        var isOutdated = false
    }

    /// How long the cloud has for its answer, and for how long an answer to a page that opens counts for the app.
    static let limit = Duration.seconds(5)

    private let state = Mutex(State())
    /// Whether pages may show an earlier answer, for each time that the cloud is to be asked.
    private let requests: AsyncStream<Bool>
    private let continuation: AsyncStream<Bool>.Continuation

    /// Creates a checker that has not asked yet.
    public init() { (requests, continuation) = AsyncStream<Bool>.makeStream() }

    /// Returns what a page is to say; has ``run(_:)`` ask the cloud if nobody has since the app was in the background.
    ///
    /// Returns at once. A page opens a moment before its app is in front.
    public func check() -> InboxFreshness {
        state.withLock { state in
            if let answer = state.answer { return answer.freshness }
            ask(&state)
            return .checking
        }
    }

    /// Has ``run(_:)`` ask the cloud, unless it was asked for the page that just opened; returns at once.
    public func becameActive(at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            if let answer = state.answer, answer.freshness == .fresh, now - answer.date <= Self.limit { return }
            ask(&state)
        }
    }

    /// Has no answer count any more; returns at once.
    public func enteredBackground() {
        state.withLock { state in
            state.answer = nil
            state.isOutdated = state.isAsking
        }
    }

    private func ask(_ state: inout State) {
        let isShown = state.answer != nil
        state.answer = nil
        guard !state.isAsking else { return }
        state.isAsking = true
        continuation.yield(isShown)
    }

    /// Asks the cloud when it is to be asked, for the lifetime of the process.
    public func run(_ context: AppContext) async {
        await run {
            await Self.answer(context)
        } redraw: {
            do { try await context.scenes.reload() } catch { context.log.error("The pages are not drawn: \(error)") }
        }
    }

    /// Asks with `answer`, and has the open pages drawn again when they say something else.
    func run(answer: @Sendable () async -> InboxFreshness, redraw: @Sendable () async -> Void) async {
        for await isShown in requests {
            if isShown { await redraw() }
            let freshness = await answer()
            state.withLock { state in
                if !state.isOutdated { state.answer = (freshness, ContinuousClock.now) }
                state.isAsking = false
                state.isOutdated = false
            }
            await redraw()
        }
    }

    private static func answer(_ context: AppContext) async -> InboxFreshness {
        do {
            guard case .failed(let reason) = try await context.messages.refresh(within: limit) else { return .fresh }
            context.log.notice("New messages could not be checked for: \(reason)")
        } catch {
            context.log.notice("New messages could not be checked for: \(error)")
        }
        return .unknown
    }
}
