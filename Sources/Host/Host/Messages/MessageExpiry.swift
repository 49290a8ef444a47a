import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import Logging
import TodayProtocol

/// Removes messages when their time is over.
final class MessageExpiry: Sendable {
    /// How long to wait after the store failed, or when a removal changed nothing.
    private static let patience = Duration.seconds(5)

    private let store: DurableStore
    private let clock: any WallClock
    private let waiting: any Clock<Duration>
    private let logger: Logger
    private let changed = Signal()
    private let onClockChange: @Sendable () -> Void

    /// Makes it; nothing is removed before ``run()``.
    ///
    /// - Parameters:
    ///   - store: Keeps the messages.
    ///   - clock: Says when their time is over.
    ///   - waiting: Measures how long to wait when a removal failed.
    ///   - logger: Gets what goes wrong.
    ///   - onClockChange: Called when the clock was set.
    init(
        store: DurableStore,
        clock: any WallClock,
        waiting: any Clock<Duration> = ContinuousClock(),
        logger: Logger,
        onClockChange: @escaping @Sendable () -> Void
    ) {
        self.onClockChange = onClockChange
        self.store = store
        self.clock = clock
        self.waiting = waiting
        self.logger = logger
    }

    /// Works until the task is cancelled.
    func run() async {
        let observation = store.observe { [changed] commit in
            for case .messages in commit.changes { return changed.raise() }
        }
        defer { observation.cancel() }
        while !Task.isCancelled {
            do throws(StoreError) {
                let next = try await store.read { try $0.nextMessageExpiry() }
                if let next, next <= clock.now {
                    try await store.commit(.message(.expire))
                    if try await store.read({ try $0.nextMessageExpiry() }) == next {
                        try? await waiting.sleep(for: Self.patience)
                    }
                } else {
                    await wait(until: next)
                }
            } catch {
                if error.code == .closed { return }
                logger.error("Messages cannot be removed when their time is over", metadata: ["error": "\(error)"])
                try? await waiting.sleep(for: Self.patience)
            }
        }
    }

    private func wait(until date: Date?) async {
        await withTaskGroup(of: Void.self) { group in
            // Thrown is only that this wait is over.
            group.addTask {
                if (try? await self.clock.wait(until: date)) == .changed { self.onClockChange() }
            }
            group.addTask { await self.changed.wait() }
            await group.next()
            group.cancelAll()
        }
    }
}
