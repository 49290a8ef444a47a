import AsyncPrimitives
package import CloudStorage
package import Foundation
import JSON
package import Logging
import ServiceLifecycle
import Synchronization

/// The core of the server: accepts pushes and schedules, delivers them to their audience, and feeds the devices'
/// streams.
///
/// It knows no protocol of senders. The modules of protocols read through ``store``, and write through this type
/// wherever a write must wake a worker or end a stream.
package final class Cloud: Service {
    package let configuration: CloudConfiguration
    package let store: CloudStore
    /// The open streams of devices.
    package let hub = DeviceHub()
    /// The open streams of topics.
    package let topicHub = TopicHub()
    /// The web clients that wait for notifications.
    package let courierHub = CourierHub()
    /// The uploads of static lists that are running.
    package let listUploads = ListUploadTracker()
    /// Returns the current time.
    package let now: @Sendable () -> Date

    /// The clock of the workers' sleeps.
    let clock: any Clock<Duration>
    private let logger: Logger
    private let builder: PushBuilder
    private let fanOutPosition = FanOutPosition()
    private let pushesAdded = Signal()
    private let schedulesAdded = Signal()
    private let expiryAdded = Signal()
    private let topicDatesAdded = Signal()
    private let outboxAdded = Signal()
    /// The last time at which ``topicDatesAdded`` was raised.
    private let lastTopicWakeUp = Mutex(Date.distantPast)

    /// Makes a cloud on a store; ``run()`` starts its workers.
    ///
    /// - Parameters:
    ///   - store: The store; from now on the cloud passes the events of its commits to open streams.
    ///   - configuration: The configuration.
    ///   - logger: Receives failures.
    ///   - now: Returns the current time.
    ///   - clock: The clock of the workers' sleeps.
    package init(
        store: CloudStore,
        configuration: CloudConfiguration = CloudConfiguration(),
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() },
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.store = store
        self.configuration = configuration
        self.logger = logger
        self.now = now
        self.clock = clock
        builder = PushBuilder(lifetime: configuration.pushLifetime)
        store.observeEvents { [hub] events in hub.publish(events) }
        store.observeTopics { [topicHub] messages in topicHub.publish(messages) }
        store.observeCouriers { [courierHub] couriers in courierHub.wake(couriers) }
    }

    /// Runs the workers until graceful shutdown or cancellation; then ends every stream.
    package func run() async throws {
        defer { endStreams() }
        try await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.fanOut.run() }
                group.addTask { try await self.scheduler.run() }
                group.addTask { try await self.sweeper.run() }
                group.addTask { try await self.heartbeats.run() }
                group.addTask { try await self.topicScheduler.run() }
                group.addTask { try await self.outboxWorker.run() }
                defer { group.cancelAll() }
                do { try await group.next() } catch is CancellationError { return }
            }
        }
    }

    /// Ends every stream; streams that are opened later end at once.
    func endStreams() {
        hub.endAll()
        topicHub.endAll()
        courierHub.endAll()
    }

    // MARK: - Pushes and schedules

    /// Accepts pushes; when this returns they are on disk.
    ///
    /// - Parameters:
    ///   - specifications: The pushes; either all are accepted or none.
    ///   - app: The app whose channels receive it.
    /// - Returns: The accepted pushes with their ids, in the same order.
    /// - Throws: ``CloudStorage/CloudStoreError`` if they cannot be stored.
    package func accept(_ specifications: [PushSpecification], of app: AppRecord) async throws -> [NewPush] {
        let date = now()
        let webhooks = try await store.webhookTypes(of: app.number)
        let pushes = try await resolver.resolve(specifications, of: app.number).map { specification in
            try builder.make(specification, app: app.name, webhooks: webhooks, sent: date)
        }
        try await store.accept(pushes, of: app.number)
        pushesAdded.raise()
        if pushes.contains(where: { $0.message?.expires != nil }) { expiryAdded.raise() }
        return pushes
    }

    /// Wakes the topic scheduler after a message was scheduled, or something that expires was added.
    ///
    /// - Parameter isUrgent: `true` if it may be due within a minute. Otherwise the scheduler is woken at most once a
    ///   minute, which is also its longest sleep while anything will expire.
    func topicsChanged(isUrgent: Bool) {
        let date = now()
        let isDue = lastTopicWakeUp.withLock { last in
            guard isUrgent || abs(date.timeIntervalSince(last)) >= WakeUpLoop.longestSleep else { return false }
            last = date
            return true
        }
        if isDue { topicDatesAdded.raise() }
    }

    /// Schedules a sweep of the members of static lists in some seconds.
    func listsChanged(sweepIn seconds: Double) {
        listUploads.scheduleSweep(at: now().addingTimeInterval(seconds))
        expiryAdded.raise()
    }

    /// Wakes the scheduler after schedules were added to the store or changed there.
    package func schedulesChanged() { schedulesAdded.raise() }

    /// Withdraws a message from every inbox; the devices of those inboxes receive an event.
    ///
    /// - Parameters:
    ///   - id: The id of the message, or of its push.
    ///   - app: The app that it must belong to.
    /// - Returns: `true` if it existed.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func withdrawMessage(_ id: String, of app: AppRecord) async throws -> Bool {
        let isDone = try await store.withdrawMessage(id, of: app.number)
        if isDone { expiryAdded.raise() }
        return isDone
    }

    /// Makes the event for devices about a changed inbox of an app; at most one waits for each device and app.
    package func inboxNotice(app: String) -> EventContent {
        EventContent(
            kind: "inbox",
            body: (["app": .string(app)] as JSONValue).jsonText,
            expires: now().addingTimeInterval(Double(configuration.pushLifetime))
        )
    }

    // MARK: - Authentication

    /// Checks an app key and a secret.
    ///
    /// - Returns: The app, and whether the secret is the master secret; `nil` if the key or the secret is wrong.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func authenticate(key: String, secret: String) async throws -> (app: AppRecord, isMaster: Bool)? {
        guard let app = try await store.app(key: key) else { return nil }
        let isMaster = Secret.equal(Secret.hash(secret), app.masterHash)
        let isApp = Secret.equal(Secret.hash(secret), Secret.hash(app.secret))
        return isMaster || isApp ? (app, isMaster) : nil
    }

    /// Checks the password of an inbox.
    ///
    /// - Parameters:
    ///   - inbox: The inbox's id.
    ///   - password: The password.
    /// - Returns: The inbox; `nil` if the id or the password is wrong.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func openInbox(_ inbox: InboxID, password: String) async throws -> AuthorizedInbox? {
        let hash = Secret.hash(password)
        guard let access = try await store.inboxAccess(inbox),
            let credential = access.credentials.first(where: { Secret.equal($0.hash, hash) })
        else { return nil }
        return AuthorizedInbox(id: inbox, access: access, channel: credential.channel)
    }

    // MARK: - Workers

    private var resolver: AudienceResolver { AudienceResolver(store: store, logger: logger) }

    /// Delivers pushes to their audience.
    package var fanOut: FanOut {
        FanOut(
            store: store,
            wakeUp: pushesAdded,
            position: fanOutPosition,
            clock: clock,
            waitForWrites: { [hub] in await hub.waitForWrites() },
            now: now,
            notice: { self.inboxNotice(app: $0) },
            onOutboxDelivery: { [outboxAdded] in outboxAdded.raise() },
            logger: logger
        )
    }

    /// Sends scheduled pushes.
    package var scheduler: Scheduler {
        Scheduler(
            store: store,
            wakeUp: schedulesAdded,
            clock: clock,
            now: now,
            builder: builder,
            resolver: resolver,
            onPush: { [pushesAdded] in pushesAdded.raise() },
            logger: logger
        )
    }

    /// Publishes scheduled messages of topics, and removes expired messages and files.
    package var topicScheduler: TopicScheduler {
        TopicScheduler(
            store: store,
            wakeUp: topicDatesAdded,
            clock: clock,
            now: now,
            publish: { try await self.publishDueMessages() },
            logger: logger
        )
    }

    private var outboxWorker: OutboxWorker {
        OutboxWorker(store: store, wakeUp: outboxAdded, clock: clock, now: now, logger: logger)
    }

    private var sweeper: Sweeper {
        Sweeper(
            store: store,
            lists: listUploads,
            wakeUp: expiryAdded,
            clock: clock,
            time: clock.stopwatch(),
            now: now,
            notice: { self.inboxNotice(app: $0) },
            logger: logger
        )
    }

    private var heartbeats: HeartbeatSender {
        HeartbeatSender(
            hub: hub,
            interval: configuration.heartbeat,
            clock: clock,
            watcher: ExternalWriteWatcher(
                store: store,
                hub: hub,
                clock: clock,
                onExternalWrite: { [pushesAdded, schedulesAdded, outboxAdded] in
                    pushesAdded.raise()
                    schedulesAdded.raise()
                    outboxAdded.raise()
                },
                logger: logger
            )
        )
    }
}
