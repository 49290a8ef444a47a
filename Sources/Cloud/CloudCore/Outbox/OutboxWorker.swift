import AsyncPrimitives
import CloudStorage
import Foundation
import Logging
import Synchronization

/// Sends pushes to channels that are not hosts: to iPhones and iPads through APNs, and to open channels through webhooks.
///
/// A notification waits in the store until its destination has answered, so none is lost if the cloud is killed. One whose
/// answer was lost is sent again: it is delivered at least once. The accounts do not wait for each other.
struct OutboxWorker: Sendable {
    /// How long an account waits after its destination has refused it.
    static let refusalDelay = 600.0
    /// The time between two looks at whether a refused account was corrected, in seconds.
    static let checkInterval = 5.0
    /// The longest wait between two attempts.
    static let longestRetry = Duration.seconds(3600)
    private static let failureMessage: Logger.Message = "Notifications wait in the outbox, since the store failed"

    private let store: CloudStore
    /// Raised when notifications were added, or an account was changed.
    private let wakeUp: Signal
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let senders: OutboxSenders
    /// The accounts for which a batch is being sent.
    private let running = RunningAccounts()

    init(
        store: CloudStore,
        wakeUp: Signal,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date,
        logger: Logger
    ) {
        self.store = store
        self.wakeUp = wakeUp
        self.clock = clock
        self.now = now
        self.logger = logger
        senders = OutboxSenders(now: now)
    }

    /// Works until the task is cancelled.
    @concurrent
    func run() async throws {
        do {
            try await withThrowingDiscardingTaskGroup { group in
                while true {
                    try Task.checkCancellation()
                    do {
                        let date = now()
                        let waiting = try await store.outboxAccounts().filter { account in
                            account.due != nil && !running.contains(account.key)
                        }
                        for account in waiting where account.isDue(at: date) {
                            running.insert(account.key)
                            group.addTask { try await work(with: account) }
                        }
                        // Another process corrects an account, which nothing announces while no host is connected.
                        let checks = waiting.filter { $0.failure != nil }.map { _ in date + Self.checkInterval }
                        let next = (waiting.compactMap(\.due) + checks).filter { $0 > date }.min()
                        try await clock.pause(
                            for: WakeUpLoop.sleep(until: next, now: date, shortest: 0.1),
                            or: wakeUp
                        )
                    } catch let error as CloudStoreError {
                        try logger.storeFailure(Self.failureMessage, error)
                        try await clock.sleep(for: .seconds(1))
                    }
                }
            }
        } catch {
            await senders.shutdown()
            throw error
        }
    }

    /// Sends a batch for an account, and lets the loop look at the account again.
    private func work(with account: OutboxAccount) async throws {
        defer {
            running.remove(account.key)
            wakeUp.raise()
        }
        try await sendBatch(with: account)
    }

    /// Sends the notifications for an account that are due, as many as a batch holds, and stores what became of them.
    private func sendBatch(with account: OutboxAccount) async throws {
        do {
            let limit = account.destination.batchSize
            let deliveries = try await store.dueDeliveries(for: account.key, at: now(), limit: limit)
            let batch: Batch
            do {
                batch = try await send(deliveries, over: try await senders.sender(of: account), account)
            } catch let error as CloudError {
                batch = Batch(failure: error.message)
            }
            if let failure = batch.failure {
                logger.error(
                    "Nothing can be sent with an account; set it again",
                    metadata: ["app": "\(account.appName)", "type": "\(account.key.type)", "reason": "\(failure)"]
                )
            }
            try await store.finish(
                batch.results,
                with: account,
                failure: batch.failure.map { ($0, now().addingTimeInterval(Self.refusalDelay)) }
            )
        } catch let error as CloudStoreError {
            try logger.storeFailure(Self.failureMessage, error)
            try await clock.sleep(for: .seconds(1))
        }
    }

    /// What became of the notifications of a batch.
    private struct Batch {
        var results: [(OutboxDelivery, OutboxResult)] = []
        /// Why the destination refuses the account; then the other notifications of the batch stay where they are.
        var failure: String?
    }

    private func send(
        _ deliveries: [OutboxDelivery],
        over sender: OutboxSender,
        _ account: OutboxAccount
    ) async throws -> Batch {
        try await withThrowingTaskGroup(of: (OutboxDelivery, OutboxAnswer).self) { group in
            var batch = Batch()
            let concurrency = account.destination.concurrency
            var rest = deliveries.dropFirst(concurrency)
            for delivery in deliveries.prefix(concurrency) {
                group.addTask { (delivery, try await send(delivery, over: sender)) }
            }
            while let (delivery, answer) = try await group.next() {
                add(answer, to: delivery, account, &batch)
                guard batch.failure == nil, let next = rest.popFirst() else { continue }
                group.addTask { (next, try await send(next, over: sender)) }
            }
            return batch
        }
    }

    private func send(_ delivery: OutboxDelivery, over sender: OutboxSender) async throws -> OutboxAnswer {
        guard delivery.expires > now() else { return .refused(reason: "It has expired") }
        return try await sender.send(delivery, at: now())
    }

    private func add(
        _ answer: OutboxAnswer,
        to delivery: OutboxDelivery,
        _ account: OutboxAccount,
        _ batch: inout Batch
    ) {
        let metadata: Logger.Metadata = [
            "app": "\(account.appName)", "type": "\(account.key.type)", "channel": "\(delivery.channel.value)",
        ]
        switch answer {
        case .accepted: batch.results.append((delivery, .accepted))
        case .unregistered(let reason, let since):
            logger.notice(
                "A channel is disabled: its destination does not know it",
                metadata: metadata.merging(["reason": "\(reason)"]) { $1 }
            )
            batch.results.append((delivery, .disabled(reason: reason, since: since)))
        case .refused(let reason):
            logger.notice(
                "A notification is not delivered: its destination refuses it",
                metadata: metadata.merging(["reason": "\(reason)"]) { $1 }
            )
            batch.results.append((delivery, .refused(reason: reason)))
        case .misconfigured(let reason): batch.failure = reason
        case .retry(let after, let reason):
            logger.info(
                "A notification is sent again later",
                metadata: metadata.merging(["reason": "\(reason)"]) { $1 }
            )
            var backoff = Backoff(first: .seconds(1), longest: Self.longestRetry, attempts: delivery.attempts)
            let wait = backoff.next(jitter: .random(in: 0...1), retryAfter: after)
            let date = now().addingTimeInterval(wait / .seconds(1))
            batch.results.append((delivery, .retry(date, reason: reason)))
        }
    }
}

/// The accounts for which a batch is being sent.
private final class RunningAccounts: Sendable {
    private let keys = Mutex<Set<OutboxAccount.Key>>([])

    func contains(_ key: OutboxAccount.Key) -> Bool { keys.withLock { $0.contains(key) } }
    func insert(_ key: OutboxAccount.Key) { keys.withLock { _ = $0.insert(key) } }
    func remove(_ key: OutboxAccount.Key) { keys.withLock { _ = $0.remove(key) } }
}

extension OutboxAccount.Destination {
    /// The number of notifications whose outcomes are stored together.
    fileprivate var batchSize: Int {
        switch self {
        case .apns: 1000
        // A server that does not answer holds up a batch for the time limit of a few requests.
        case .webhook: 4 * concurrency
        }
    }

    /// The number of notifications that are under way at a time.
    fileprivate var concurrency: Int {
        switch self {
        // Each is a stream of the same connection.
        case .apns: 500
        case .webhook: WebhookSender.connectionLimit
        }
    }
}
