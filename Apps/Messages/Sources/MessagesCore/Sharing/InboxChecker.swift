import Synchronization
public import TodayKit

/// Whether the list has what the cloud has.
public enum InboxFreshness: Hashable, Sendable {
    /// The cloud was asked when the app came to the front, and what it has is here.
    case fresh
    /// The cloud is being asked.
    case checking
    /// The cloud could not be asked.
    case unknown
}

/// Asks the cloud for new messages each time the app comes to the front.
///
/// The pages show at once what is on this device. They count as fresh when the answer is here, which is awaited for
/// ``limit``.
public final class InboxChecker: Sendable {
    /// How long the cloud has for its answer.
    static let limit = Duration.seconds(5)
    /// How long a check may take before the pages say that it runs: shorter ones would only make them flicker.
    private static let patience = Duration.milliseconds(250)

    private let state = Mutex(InboxFreshness.fresh)
    private let requests: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Creates a checker that has not asked yet.
    public init() {
        (requests, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether the pages have what the cloud has.
    public var freshness: InboxFreshness { state.withLock { $0 } }

    /// Has ``run(_:)`` ask the cloud; returns at once.
    public func request() { continuation.yield() }

    /// Asks the cloud at each request, for the lifetime of the process.
    public func run(_ context: AppContext) async {
        for await _ in requests {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    do { try await Task.sleep(for: Self.patience) } catch { return }
                    await self.set(.checking, context)
                }
                let freshness = await Self.check(context)
                group.cancelAll()
                await group.waitForAll()
                await set(freshness, context)
            }
        }
    }

    private static func check(_ context: AppContext) async -> InboxFreshness {
        do {
            guard case .failed(let reason) = try await context.messages.refresh(within: limit) else { return .fresh }
            context.log.notice("New messages could not be checked for: \(reason)")
        } catch {
            context.log.notice("New messages could not be checked for: \(error)")
        }
        return .unknown
    }

    /// Draws the pages again if they say something else now.
    private func set(_ freshness: InboxFreshness, _ context: AppContext) async {
        let old = state.withLock { state in
            defer { state = freshness }
            return state
        }
        guard old != freshness else { return }
        do { try await context.scenes.reload() } catch { context.log.error("The pages are not drawn: \(error)") }
    }
}
