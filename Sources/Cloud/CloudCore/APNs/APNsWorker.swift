import APNs
import AsyncPrimitives
import CloudStorage
import Foundation
import Logging
import Synchronization

/// Sends pushes to the iPhones and iPads of the apps that have an account of APNs.
///
/// A notification waits in the store until APNs has answered, so none is lost if the cloud is killed. One whose answer was
/// lost is sent again: APNs delivers it at least once. The apps do not wait for each other.
struct APNsWorker: Sendable {
    /// The number of notifications of an app whose outcomes are stored together.
    static let batchSize = 1000
    /// The number of notifications of an app that are under way at a time, each as a stream of the same connection.
    static let concurrency = 500
    /// How long an app waits after APNs has refused its account.
    static let refusalDelay = 600.0
    /// The time between two looks at whether a refused account was corrected, in seconds.
    static let checkInterval = 5.0
    /// The longest wait between two attempts.
    static let longestRetry = Duration.seconds(3600)
    private static let failureMessage: Logger.Message = "Notifications for APNs wait, since the store failed"

    private let store: CloudStore
    /// Raised when notifications were added, or an account was changed.
    private let wakeUp: Signal
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let senders: APNsSenders
    /// The apps of which a batch is being sent.
    private let running = RunningApps()

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
        senders = APNsSenders(now: now)
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
                        let waiting = try await store.apnsAccounts().filter { account in
                            account.due != nil && !running.contains(account.app)
                        }
                        for account in waiting where account.isDue(at: date) {
                            running.insert(account.app)
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

    /// Sends a batch of an app, and lets the loop look at the app again.
    private func work(with account: APNsAccountRecord) async throws {
        defer {
            running.remove(account.app)
            wakeUp.raise()
        }
        try await sendBatch(with: account)
    }

    /// Sends the notifications of an app that are due, as many as a batch holds, and stores what became of them.
    private func sendBatch(with account: APNsAccountRecord) async throws {
        do {
            let deliveries = try await store.dueAPNsDeliveries(of: account.app, at: now(), limit: Self.batchSize)
            let batch: Batch
            do {
                batch = try await send(deliveries, over: try await senders.sender(of: account), account)
            } catch let error as APNsError {
                batch = Batch(failure: error.message)
            }
            if let failure = batch.failure {
                logger.error(
                    "APNs takes nothing for an app; set its account again",
                    metadata: ["app": "\(account.appName)", "reason": "\(failure)"]
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
        var results: [(APNsDelivery, APNsDeliveryResult)] = []
        /// Why APNs refuses the account; then the other notifications of the batch stay where they are.
        var failure: String?
    }

    private func send(
        _ deliveries: [APNsDelivery],
        over sender: APNsSender,
        _ account: APNsAccountRecord
    ) async throws -> Batch {
        try await withThrowingTaskGroup(of: (APNsDelivery, APNsOutcome).self) { group in
            let topic = account.account.topic
            var batch = Batch()
            var rest = deliveries.dropFirst(Self.concurrency)
            for delivery in deliveries.prefix(Self.concurrency) {
                group.addTask { (delivery, try await send(delivery, over: sender, topic: topic)) }
            }
            while let (delivery, outcome) = try await group.next() {
                add(outcome, of: delivery, account, to: &batch)
                guard batch.failure == nil, let next = rest.popFirst() else { continue }
                group.addTask { (next, try await send(next, over: sender, topic: topic)) }
            }
            return batch
        }
    }

    private func send(_ delivery: APNsDelivery, over sender: APNsSender, topic: String) async throws -> APNsOutcome {
        guard delivery.expires > now() else { return .refused(reason: "It has expired") }
        do {
            return try await sender.send(
                APNsNotificationBuilder.notification(delivery, topic: topic),
                to: delivery.deviceToken
            )
        } catch let error as APNsError where error.code == .invalidDeviceToken {
            return .unregistered(reason: "BadDeviceToken", since: nil)
        } catch let error as APNsError {
            return .refused(reason: error.message)
        }
    }

    private func add(
        _ outcome: APNsOutcome,
        of delivery: APNsDelivery,
        _ account: APNsAccountRecord,
        to batch: inout Batch
    ) {
        let metadata: Logger.Metadata = ["app": "\(account.appName)", "channel": "\(delivery.channel.value)"]
        switch outcome {
        case .accepted: batch.results.append((delivery, .done))
        case .unregistered(let reason, let since):
            logger.notice(
                "A channel is disabled: APNs does not know its device",
                metadata: metadata.merging(["reason": "\(reason)"]) { $1 }
            )
            batch.results.append((delivery, .disabled(reason: reason, since: since)))
        case .refused(let reason):
            logger.notice(
                "A notification is not delivered: APNs refuses it",
                metadata: metadata.merging(["reason": "\(reason)"]) { $1 }
            )
            batch.results.append((delivery, .done))
        case .misconfigured(let reason): batch.failure = reason
        case .retry(let reason):
            logger.info(
                "A notification is sent to APNs again later",
                metadata: metadata.merging(["reason": "\(reason)"]) { $1 }
            )
            var backoff = Backoff(first: .seconds(1), longest: Self.longestRetry, attempts: delivery.attempts)
            let wait = backoff.next(jitter: .random(in: 0...1))
            batch.results.append((delivery, .retry(now().addingTimeInterval(wait / .seconds(1)))))
        }
    }
}

/// The apps of which a batch is being sent.
private final class RunningApps: Sendable {
    private let apps = Mutex<Set<AppNumber>>([])

    func contains(_ app: AppNumber) -> Bool { apps.withLock { $0.contains(app) } }
    func insert(_ app: AppNumber) { apps.withLock { _ = $0.insert(app) } }
    func remove(_ app: AppNumber) { apps.withLock { _ = $0.remove(app) } }
}

/// The senders of the apps' accounts, each with its connections.
private final class APNsSenders: Sendable {
    private struct Entry {
        var version: Int64
        var sender: APNsSender
    }

    private let entries = Mutex<[AppNumber: Entry]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Returns the sender of an account, and closes that of an earlier version of it.
    ///
    /// Must not be called while something is sent for the app.
    ///
    /// - Throws: `APNsError` if the account cannot be used.
    func sender(of record: APNsAccountRecord) async throws -> APNsSender {
        if let entry = entries.withLock({ $0[record.app] }) {
            if entry.version == record.version { return entry.sender }
            entries.withLock { $0[record.app] = nil }
            try? await entry.sender.shutdown()  // It fails only if a connection is closed already.
        }
        let sender = APNsSender(
            credentials: try record.account.credentials,
            server: try record.account.server,
            now: now
        )
        entries.withLock { $0[record.app] = Entry(version: record.version, sender: sender) }
        return sender
    }

    /// Closes all connections.
    func shutdown() async {
        let senders = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.sender)
        }
        for sender in senders { try? await sender.shutdown() }
    }
}

extension APNsAccount {
    /// The key, as the sender uses it.
    fileprivate var credentials: APNsCredentials {
        get throws(APNsError) { try APNsCredentials(privateKey: privateKey, keyID: keyID, teamID: teamID) }
    }

    /// The server, as the sender uses it.
    fileprivate var server: APNsServer {
        get throws(APNsError) { try APNsServer(host: host, port: port, authorities: authorities) }
    }

    /// Checks that the account can be used, without asking APNs.
    ///
    /// - Throws: ``CloudError`` with code `invalid` that names the mistake.
    package func check() throws(CloudError) {
        do {
            _ = try credentials
            _ = try server
        } catch {
            throw CloudError(.invalid, error.message)
        }
        guard !topic.isEmpty, topic.utf8.count <= 255, topic.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CloudError(.invalid, "The topic is the bundle identifier of the app, such as org.example.News.")
        }
    }
}
