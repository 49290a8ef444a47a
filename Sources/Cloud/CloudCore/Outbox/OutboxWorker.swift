import AsyncPrimitives
import CloudStorage
import Foundation
import Logging
import Synchronization

/// Sends pushes to channels that are not hosts: to iPhones and iPads through APNs, and to open channels through webhooks.
///
/// A notification stays in the store until its destination has answered, so none is lost if the cloud is killed. If the
/// answer is lost, the notification is sent again: delivery is at least once. The accounts do not wait for each other.
struct OutboxWorker: Sendable {
    /// The interval between checks of refused accounts for a correction, in seconds.
    static let checkInterval = 5.0
    static let longestRetry = Duration.seconds(OutboxAccount.longestPause)
    private static let failureMessage: Logger.Message = "Notifications wait in the outbox, since the store failed"

    private let cloud: Cloud
    private let senders: OutboxSenders
    private let running = RunningAccounts()

    init(cloud: Cloud) {
        self.cloud = cloud
        senders = OutboxSenders(now: cloud.now, logger: cloud.logger)
    }

    private var store: CloudStore { cloud.store }
    private var logger: Logger { cloud.logger }

    @concurrent
    func run() async throws {
        do {
            try await withThrowingDiscardingTaskGroup { group in
                try await cloud.repeatWork(
                    .outbox,
                    retryDelay: .seconds(1),
                    failureMessage: Self.failureMessage
                ) {
                    let date = cloud.now()
                    let waiting = try await store.outboxAccounts().filter { account in
                        account.next != nil && !running.wake(account.key)
                    }
                    for account in waiting where account.isDue(at: date) {
                        let more = running.insert(account.key)
                        group.addTask { try await work(with: account, more) }
                    }
                    // An account may be corrected by another process, which nothing announces while no host is
                    // connected.
                    let checks = waiting.filter { $0.failure != nil }.map { _ in date + Self.checkInterval }
                    let next = (waiting.compactMap { $0.due(at: date) } + checks).filter { $0 > date }.min()
                    return cloud.sleep(until: next, shortest: 0.1)
                }
            }
        } catch {
            await senders.shutdown()
            throw error
        }
    }

    /// Sends what is due for an account, then has the loop check it again; `more` is raised when more may be due.
    private func work(with account: OutboxAccount, _ more: Signal) async throws {
        defer {
            running.remove(account.key)
            cloud.signal(.outbox).raise()
        }
        do {
            do {
                try await sendAll(over: try await senders.sender(of: account), account, more)
            } catch let error as CloudError {
                logRefusal(error.message, of: account)
                try await store.finish([], with: account, failure: error.message)
            }
        } catch let error as CloudStoreError {
            try logger.storeFailure(Self.failureMessage, error)
            try await cloud.clock.sleep(for: .seconds(1))
        }
    }

    private struct Batch {
        var results: [(OutboxDelivery, OutboxResult)] = []
        /// The reason why the destination refuses the account; only what is in flight goes on then.
        var failure: String?
    }

    private enum Event: Sendable {
        case answered(OutboxDelivery, OutboxAnswer)
        /// More notifications may be due.
        case woken
    }

    /// Sends notifications for an account until none is in flight and none is due.
    ///
    /// When half of those in flight have an outcome, outcomes are stored and further notifications sent, so that none
    /// holds up others. After a refusal of the account, a single notification is sent as a probe.
    private func sendAll(over sender: OutboxSender, _ account: OutboxAccount, _ more: Signal) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            var underWay: Set<Int64> = []
            var batch = Batch()
            var nextRetry: Date?
            var isRefused = account.failures > 0

            func waitForMore() {
                let pause = nextRetry.map { Duration.seconds(max(0, $0.timeIntervalSince(cloud.now()))) }
                group.addTask {
                    try await cloud.clock.pause(for: pause, or: more)
                    return .woken
                }
            }
            func fill() async throws {
                let concurrency = isRefused ? 1 : account.destination.concurrency
                guard batch.failure == nil, underWay.count <= concurrency / 2, try await store.isCurrent(account),
                    try await cloud.node?.holds(.outbox) ?? true
                else { return }
                let known = underWay.union(batch.results.map(\.0.number))
                let due = try await store.dueDeliveries(
                    for: account.key,
                    at: cloud.now(),
                    limit: concurrency + known.count
                )
                for delivery in due.filter({ !known.contains($0.number) }).prefix(concurrency - underWay.count) {
                    underWay.insert(delivery.number)
                    group.addTask { .answered(delivery, try await send(delivery, over: sender)) }
                }
            }

            waitForMore()
            try await fill()
            while !underWay.isEmpty, let event = try await group.next() {
                switch event {
                case .answered(let delivery, let answer):
                    underWay.remove(delivery.number)
                    let result = result(of: answer, for: delivery, account)
                    if case .held(let reason) = result, batch.failure == nil {
                        logRefusal(reason, of: account)
                        batch.failure = reason
                    }
                    batch.results.append((delivery, result))
                    guard batch.results.count >= underWay.count else { continue }
                    try await store.finish(batch.results, with: account, failure: batch.failure)
                    isRefused = isRefused && !batch.results.contains { $0.1 == .accepted }
                    if let retry = batch.results.compactMap(\.1.retryDate).min() {
                        nextRetry = min(nextRetry ?? retry, retry)
                        more.raise()
                    }
                    batch.results = []
                case .woken:
                    if let retry = nextRetry, retry <= cloud.now() { nextRetry = nil }
                    waitForMore()
                }
                try await fill()
            }
            group.cancelAll()
        }
    }

    private func logRefusal(_ reason: String, of account: OutboxAccount) {
        logger.error(
            "An account is refused; it is tried again, each time after a longer pause",
            metadata: ["app": "\(account.appName)", "type": "\(account.key.type)", "reason": "\(reason)"]
        )
    }

    private func send(_ delivery: OutboxDelivery, over sender: OutboxSender) async throws -> OutboxAnswer {
        guard delivery.expires > cloud.now() else { return .refused(reason: "It has expired") }
        return try await sender.send(delivery, at: cloud.now())
    }

    /// Returns what the store keeps of an answer, and logs why the notification was not accepted.
    private func result(
        of answer: OutboxAnswer,
        for delivery: OutboxDelivery,
        _ account: OutboxAccount
    ) -> OutboxResult {
        func log(_ level: Logger.Level, _ message: Logger.Message, _ reason: String) {
            let metadata: Logger.Metadata = [
                "app": "\(account.appName)", "type": "\(account.key.type)", "channel": "\(delivery.channel.value)",
                "reason": "\(reason)",
            ]
            logger.log(level: level, message, metadata: metadata)
        }
        switch answer {
        case .accepted: return .accepted
        case .unregistered(let reason, let since):
            log(.notice, "A channel is disabled: its destination does not know it", reason)
            return .disabled(reason: reason, since: since)
        case .refused(let reason):
            log(.notice, "A notification is not delivered: its destination refuses it", reason)
            return .refused(reason: reason)
        case .misconfigured(let reason): return .held(reason: reason)
        case .retry(let after, let reason):
            log(.info, "A notification is sent again later", reason)
            var backoff = Backoff(first: .seconds(1), longest: Self.longestRetry, attempts: delivery.attempts)
            let wait = backoff.next(jitter: .random(in: 0...1), retryAfter: after)
            return .retry(cloud.now().addingTimeInterval(wait / .seconds(1)), reason: reason)
        }
    }
}

private final class RunningAccounts: Sendable {
    private let signals = Mutex<[OutboxAccount.Key: Signal]>([:])

    /// Adds an account; returns the signal to raise when more may be due for it.
    func insert(_ key: OutboxAccount.Key) -> Signal {
        let signal = Signal()
        signals.withLock { $0[key] = signal }
        return signal
    }

    func remove(_ key: OutboxAccount.Key) { signals.withLock { $0[key] = nil } }

    /// Raises the signal of an account, for which more may be due; returns `true` if it has notifications in flight.
    func wake(_ key: OutboxAccount.Key) -> Bool {
        let signal = signals.withLock { $0[key] }
        signal?.raise()
        return signal != nil
    }
}

extension OutboxResult {
    fileprivate var retryDate: Date? { if case .retry(let date, _) = self { date } else { nil } }
}

extension OutboxAccount.Destination {
    fileprivate var concurrency: Int {
        switch self {
        // Each notification is a stream on the same connection.
        case .apns: 500
        case .webhook: WebhookSender.connectionLimit
        }
    }
}
