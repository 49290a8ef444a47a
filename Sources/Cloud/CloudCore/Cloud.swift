import AsyncPrimitives
package import CloudStorage
package import Foundation
import JSON
package import Logging
import PrometheusMetrics
import ServiceLifecycle
import Synchronization

/// The core of the server: accepts pushes and schedules, delivers them, and feeds the devices' streams.
///
/// It knows no protocol of senders. Their modules read through ``store``, and write through this type wherever a write
/// must wake a worker or end a stream.
package final class Cloud: Service {
    package let configuration: CloudConfiguration
    package let store: CloudStore
    package let hub: DeviceHub
    package let topicHub = TopicHub()
    package let courierHub = CourierHub()
    package let listUploads = ListUploadTracker()
    package let now: @Sendable () -> Date
    let metrics: CloudMetrics

    let clock: any Clock<Duration>
    let logger: Logger
    /// The app whose push came first in the last step of the fan-out; 0, which no app has, before the first step.
    let fanOutPosition = Mutex(AppNumber(0))
    /// The node, if the store may have others.
    let node: CloudNode?
    private let draining = Atomic(false)
    private let signals = Dictionary(uniqueKeysWithValues: CloudWork.allCases.map { ($0, Signal()) })
    /// The last time at which the topic scheduler was woken.
    private let lastTopicWakeUp = Mutex(Date.distantPast)

    /// Makes a cloud on a store, whose news go to open streams from now on; ``run()`` starts the workers.
    ///
    /// With a store that other nodes may share, they tell each other of news with `hints`, or by the database.
    package init(
        store: CloudStore,
        hints: HintBus? = nil,
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
        metrics = CloudMetrics(now: now)
        hub = DeviceHub(deliveries: metrics.deliveries)
        node =
            store.isShared
            ? CloudNode(store: store, hints: hints ?? .database(store), clock: clock, logger: logger) : nil
        store.observe { [hub, topicHub, courierHub, node] news in
            if !news.events.isEmpty { hub.publish(news.events) }
            if !news.published.isEmpty { topicHub.publish(news.published, inOrder: node == nil) }
            if !news.couriers.isEmpty { courierHub.wake(news.couriers) }
            node?.tell { $0.add(news) }
        }
    }

    /// Runs the workers until graceful shutdown or cancellation; then ends every stream.
    package func run() async throws {
        defer { endStreams() }
        try await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.fanOut.run() }
                group.addTask { try await self.scheduler.run() }
                group.addTask { try await Sweeper(cloud: self).run() }
                group.addTask { try await HeartbeatSender(cloud: self).run() }
                group.addTask { try await CatchUpWorker(cloud: self).run() }
                group.addTask { try await self.topicScheduler.run() }
                group.addTask { try await self.topicFileSweeper.run() }
                group.addTask { try await OutboxWorker(cloud: self).run() }
                if let node = self.node { group.addTask { try await node.run(self) } }
                defer { group.cancelAll() }
                do { try await group.next() } catch is CancellationError { return }
            }
        }
    }

    /// The time in which ``drain()`` ends the streams of devices.
    private static let drainTime = Duration.seconds(10)
    private static let drainSteps = 50

    /// `true` once the streams move to other nodes, so that this one is not ready for new ones.
    package var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Refuses new streams of devices and topics from now on, and ends those that are open, those of devices a few at a
    /// time; web clients poll on until the end.
    package func drain() async throws {
        draining.store(true, ordering: .relaxed)
        topicHub.endAll()
        for steps in (1...Self.drainSteps).reversed() {
            let devices = hub.devices
            guard !devices.isEmpty else { break }
            hub.end(devices.prefix((devices.count + steps - 1) / steps))
            try await clock.sleep(for: Self.drainTime / Self.drainSteps)
        }
        hub.endAll()
    }

    /// Checks that a new stream may be opened; `unavailable` while they move to other nodes.
    package func checkAcceptsStreams() throws(CloudError) {
        guard !isDraining else {
            throw CloudError(.unavailable, "This node is being stopped; connect again.", retryAfter: 1)
        }
    }

    /// Ends every stream; streams that are opened later end at once.
    func endStreams() {
        hub.endAll()
        topicHub.endAll()
        courierHub.endAll()
    }

    // MARK: - Pushes and schedules

    /// Accepts pushes, either all or none, and returns them with their ids in the same order; then they are on disk.
    package func accept(_ specifications: [PushSpecification], of app: AppRecord) async throws -> [NewPush] {
        let pushes = try await makePushes(specifications, of: app.number, name: app.name, sent: now())
        try await store.accept(pushes, of: app.number)
        metrics.pushes.add(pushes.count)
        wake(.pushes)
        if pushes.contains(where: { $0.message?.expires != nil }) { wake(.expiry) }
        return pushes
    }

    /// Makes stored pushes from specifications, with resolved audiences.
    func makePushes(
        _ specifications: [PushSpecification],
        of app: AppNumber,
        name: String,
        sent date: Date
    ) async throws -> [NewPush] {
        let resolved = try await AudienceResolver(store: store, logger: logger).resolve(specifications, of: app)
        let webhooks = try await store.webhookTypes(of: app)
        let builder = PushBuilder(lifetime: configuration.pushLifetime)
        return try resolved.map { try builder.make($0, app: name, webhooks: webhooks, sent: date) }
    }

    /// Wakes the topic scheduler after a message was scheduled, or something that expires was added.
    ///
    /// If nothing may be due within a minute, wakes it at most once a minute, its longest sleep while anything expires.
    func topicsChanged(isUrgent: Bool) {
        let date = now()
        let isDue = lastTopicWakeUp.withLock { last in
            guard isUrgent || abs(date.timeIntervalSince(last)) >= Self.longestSleep else { return false }
            last = date
            return true
        }
        if isDue { wake(.topics) }
    }

    func listsChanged(sweepIn seconds: Double) {
        listUploads.scheduleSweep(at: now().addingTimeInterval(seconds))
        wake(.expiry)
    }

    /// Wakes the scheduler after schedules were added to the store or changed there.
    package func schedulesChanged() { wake(.schedules) }

    /// Withdraws a message of an app, by its id or that of its push, from every inbox, whose devices receive an event;
    /// returns `true` if it existed.
    package func withdrawMessage(_ id: String, of app: AppRecord) async throws -> Bool {
        let isDone = try await store.withdrawMessage(id, of: app.number)
        if isDone { wake(.expiry) }
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

    /// Checks an app key and a secret; returns the app and whether it is the master secret, or `nil` if one is wrong.
    package func authenticate(key: String, secret: String) async throws -> (app: AppRecord, isMaster: Bool)? {
        guard let app = try await store.app(key: key) else { return nil }
        let isMaster = Secret.equal(Secret.hash(secret), app.masterHash)
        let isApp = Secret.equal(Secret.hash(secret), Secret.hash(app.secret))
        return isMaster || isApp ? (app, isMaster) : nil
    }

    package func openInbox(_ inbox: InboxID, password: String) async throws -> AuthorizedInbox? {
        let hash = Secret.hash(password)
        guard let access = try await store.inboxAccess(inbox),
            let credential = access.credentials.first(where: { Secret.equal($0.hash, hash) })
        else { return nil }
        return AuthorizedInbox(id: inbox, access: access, channel: credential.channel)
    }

    // MARK: - Limits

    /// Makes a limiter of tokens per second, 0 for no limit, with buckets of `burst` tokens, which all nodes of the cloud
    /// share under a name.
    package func limiter(
        _ name: String,
        rate: Double,
        burst: Double,
        time: (@Sendable () -> Duration)? = nil
    ) -> RateLimiter {
        let limiter = RateLimiter(rate: rate, burst: burst, time: time ?? clock.stopwatch(), spent: node?.spent)
        if rate > 0 { node?.share(limiter, as: name) }
        return limiter
    }

    // MARK: - Workers

    /// The signal that wakes the worker for a kind of work on this node.
    func signal(_ work: CloudWork) -> Signal { signals[work, default: Signal()] }

    /// Wakes the worker for a kind of work, here and on other nodes: the one that has the lease does it.
    func wake(_ work: CloudWork) {
        signal(work).raise()
        node?.tell { $0.work.insert(work) }
    }

    package var fanOut: FanOut { FanOut(cloud: self) }

    package var scheduler: Scheduler { Scheduler(cloud: self) }

    package var topicScheduler: TopicScheduler { TopicScheduler(cloud: self) }
}

/// The kinds of work that one node does at a time.
package enum CloudWork: String, CaseIterable, Sendable {
    /// The fan-out of pushes.
    case pushes
    case schedules
    /// The removal of what has expired.
    case expiry
    /// Messages of topics that were scheduled or expire.
    case topics
    /// Files of topics that expire.
    case files
    /// Notifications in the outbox, and changes of its accounts.
    case outbox
}
