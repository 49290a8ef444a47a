import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import Logging
import TodayProtocol

final class MessageExpiry: Sendable {
    /// The delay after a failure of the store, or after a removal that changed nothing.
    private static let retryDelay = Duration.seconds(5)

    private let store: DurableStore
    private let clock: any WallClock
    private let retryClock: any Clock<Duration>
    private let logger: Logger
    private let changed = Signal()
    private let onClockChange: @Sendable () -> Void

    /// Creates the service; `retryClock` measures the delay after a failure.
    init(
        store: DurableStore,
        clock: any WallClock,
        retryClock: any Clock<Duration> = ContinuousClock(),
        logger: Logger,
        onClockChange: @escaping @Sendable () -> Void
    ) {
        self.onClockChange = onClockChange
        self.store = store
        self.clock = clock
        self.retryClock = retryClock
        self.logger = logger
    }

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
                        try? await retryClock.sleep(for: Self.retryDelay)
                    }
                } else {
                    if await clock.wait(until: next, or: changed) == .changed { onClockChange() }
                }
            } catch {
                if error.code == .closed { return }
                logger.error("Messages cannot be removed when their time is over", metadata: ["error": "\(error)"])
                try? await retryClock.sleep(for: Self.retryDelay)
            }
        }
    }
}
