import AsyncPrimitives
package import CloudStorage
package import Foundation
import JSON
package import Logging
import ServiceLifecycle
import Synchronization

/// The server's core: it accepts pushes and schedules, brings them to their audience, and feeds the devices' streams.
///
/// It knows no protocol of senders: those are modules of their own, which hand orders in and read the store.
package final class Cloud: Service {
    /// How it behaves.
    package let configuration: CloudConfiguration
    /// Its state.
    package let store: CloudStore
    /// The streams that are open.
    package let hub = DeviceHub()
    /// The streams of topics that are open.
    package let topicHub = TopicHub()
    /// The uploads of static lists that go on.
    package let listUploads = ListUploadTracker()
    /// The time.
    package let now: @Sendable () -> Date

    /// What measures waiting.
    let clock: any Clock<Duration>
    private let logger: Logger
    private let maker: PushBuilder
    private let pushes = Signal()
    private let fanOutPosition = FanOutPosition()
    private let schedules = Signal()
    private let endings = Signal()
    private let topicDates = Signal()
    /// When the last of ``topicDates`` was given.
    private let topicHint = Mutex(Date.distantPast)

    /// Makes a cloud on a store; nothing happens before ``run()``.
    ///
    /// - Parameters:
    ///   - store: The store; the cloud observes its events from now on.
    ///   - configuration: How to behave.
    ///   - logger: Gets what goes wrong.
    ///   - now: The time.
    ///   - clock: What measures waiting.
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
        maker = PushBuilder(lifetime: configuration.pushLifetime)
        store.observeEvents { [hub] events in hub.publish(events) }
        store.observeTopics { [topicHub] messages in topicHub.publish(messages) }
    }

    /// Works until graceful shutdown or cancellation; then every stream ends.
    package func run() async throws {
        defer { endStreams() }
        try await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.fanOut.run() }
                group.addTask { try await self.scheduler.run() }
                group.addTask { try await self.sweeper.run() }
                group.addTask { try await self.heartbeats.run() }
                group.addTask { try await self.topicScheduler.run() }
                defer { group.cancelAll() }
                do { try await group.next() } catch is CancellationError { return }
            }
        }
    }

    /// Ends every stream, and those that open later at once.
    func endStreams() {
        hub.endAll()
        topicHub.endAll()
    }

    // MARK: - Pushes and schedules

    /// Accepts pushes; when this returns they are on disk.
    ///
    /// - Parameters:
    ///   - orders: What to send; all are accepted or none.
    ///   - app: Whose channels get it.
    /// - Returns: The ids, in the same order.
    /// - Throws: ``CloudStorage/CloudStoreError`` if they cannot be kept.
    package func accept(_ orders: [PushSpecification], of app: AppRecord) async throws -> [AcceptedPush] {
        let date = now()
        let made = try await resolver.resolve(orders, of: app.number).map { order in
            try maker.make(order, app: app.name, sent: date)
        }
        try await store.accept(made, of: app.number)
        pushes.raise()
        if made.contains(where: { $0.message?.expires != nil }) { endings.raise() }
        return made.map { AcceptedPush(push: $0.id, message: $0.message?.id) }
    }

    /// Says that a message of a topic waits for its time, or that something of a topic has an end.
    ///
    /// - Parameter isUrgent: Whether that may be soon; otherwise it is enough to say so once a minute, since whoever
    ///   looks after it never sleeps longer while there is anything.
    func topicsChanged(isUrgent: Bool) {
        let date = now()
        let isDue = topicHint.withLock { last in
            guard isUrgent || abs(date.timeIntervalSince(last)) >= TopicScheduler.longestSleep else { return false }
            last = date
            return true
        }
        if isDue { topicDates.raise() }
    }

    /// Says that something of static lists can be swept in so many seconds.
    func listsChanged(sweepIn seconds: Double) {
        listUploads.note(now().addingTimeInterval(seconds))
        endings.raise()
    }

    /// Says that schedules were added or changed in the store.
    package func schedulesChanged() { schedules.raise() }

    /// Takes a message back from every inbox; devices that show one of them are told.
    ///
    /// - Parameters:
    ///   - id: The id of the message, or of the push that brought it.
    ///   - app: Whose it must be.
    /// - Returns: Whether there was one.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func withdrawMessage(_ id: String, of app: AppRecord) async throws -> Bool {
        let isDone = try await store.withdrawMessage(id, of: app.number)
        if isDone { endings.raise() }
        return isDone
    }

    /// What devices are told when an inbox of an app has changed: one such event waits for each app at most.
    package func inboxNotice(app: String) -> EventContent {
        EventContent(
            kind: "inbox",
            body: (["app": .string(app)] as JSONValue).jsonText,
            expires: now().addingTimeInterval(Double(configuration.pushLifetime))
        )
    }

    // MARK: - Who asks

    /// Finds out who sent an app key with a secret.
    ///
    /// - Returns: The app, and whether the secret was the master secret; none if key or secret are wrong.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func authenticate(key: String, secret: String) async throws -> (app: AppRecord, isMaster: Bool)? {
        guard let app = try await store.app(key: key) else { return nil }
        let isMaster = Secret.equal(Secret.hash(secret), app.masterHash)
        let isApp = Secret.equal(Secret.hash(secret), Secret.hash(app.secret))
        return isMaster || isApp ? (app, isMaster) : nil
    }

    /// Finds out whose inbox a password opens.
    ///
    /// - Parameters:
    ///   - inbox: The inbox's id.
    ///   - password: The password.
    /// - Returns: What may be done; none if the id or the password is wrong.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func openInbox(_ inbox: InboxID, password: String) async throws -> AuthorizedInbox? {
        let hash = Secret.hash(password)
        guard let access = try await store.inboxAccess(inbox),
            let credential = access.credentials.first(where: { Secret.equal($0.hash, hash) })
        else { return nil }
        return AuthorizedInbox(id: inbox, access: access, channel: credential.channel)
    }

    // MARK: - The workers

    private var resolver: AudienceResolver { AudienceResolver(store: store, logger: logger) }

    /// What brings pushes to their audience.
    package var fanOut: FanOut {
        FanOut(
            store: store,
            hint: pushes,
            turn: fanOutPosition,
            clock: clock,
            settled: { [hub] in await hub.settled() },
            now: now,
            notice: { self.inboxNotice(app: $0) },
            logger: logger
        )
    }

    /// What sends scheduled pushes.
    package var scheduler: Scheduler {
        Scheduler(
            store: store,
            hint: schedules,
            clock: clock,
            now: now,
            maker: maker,
            resolver: resolver,
            onPush: { [pushes] in pushes.raise() },
            logger: logger
        )
    }

    /// What publishes messages of topics when their time comes, and removes what is too old of topics.
    package var topicScheduler: TopicScheduler {
        TopicScheduler(
            store: store,
            hint: topicDates,
            clock: clock,
            now: now,
            publish: { try await self.publishDueMessages() },
            logger: logger
        )
    }

    private var sweeper: Sweeper {
        Sweeper(
            store: store,
            lists: listUploads,
            hint: endings,
            clock: clock,
            time: clock.stopwatch(),
            now: now,
            notice: { self.inboxNotice(app: $0) },
            logger: logger
        )
    }

    private var heartbeats: HeartbeatSender {
        HeartbeatSender(
            store: store,
            hub: hub,
            interval: configuration.heartbeat,
            clock: clock,
            onExternalWrite: { [pushes, schedules] in
                pushes.raise()
                schedules.raise()
            },
            logger: logger
        )
    }
}
