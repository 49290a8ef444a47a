import AsyncPrimitives
import CloudStorage
import Foundation
import Logging
import PrometheusMetrics
import Synchronization

/// A node of a cloud that has several on one database: it tells the others what it has committed, hears what they have,
/// and holds leases of the work that one node does at a time.
///
/// What is told are hints alone (``Hint``). A node that hears none still looks at the database every few seconds.
final class CloudNode: Sendable {
    /// The longest time until a node notices a commit of another one without a hint.
    static let pollInterval = Duration.seconds(2)
    /// The time for which a lease is granted, on the clock of the database.
    static let leaseTerm = Duration.seconds(5)
    /// The time until a node without a lease asks for it again.
    static let leaseRetry = Duration.seconds(2)

    let name = Secret.random()
    private let store: CloudStore
    private let hints: HintBus
    private let clock: any Clock<Duration>
    private let time: @Sendable () -> Duration
    private let logger: Logger
    private let pending = Mutex(Hint())
    private let added = Signal()
    /// What was heard and not looked at yet.
    private let heard = Mutex(Hint())
    private let heardMore = Signal()
    /// `true` from before a hint is sent until that was possible: others then have to look when it is possible again.
    private let mayHaveLost = Mutex(false)
    /// The last that the bus said of its connection; `nil` before that.
    private let connection = Mutex<ListenerEvent?>(nil)
    /// The number of the last message of a topic of which the streams know.
    private let lastMessage = Mutex<Int64?>(nil)
    private let leases = Mutex(Leases(term: leaseTerm))
    private let limiters = Mutex<[String: RateLimiter]>([:])
    /// Raised when a client has used much of a limit.
    let spent = Signal()
    let sentHints = Counter()
    let heardHints = Counter()

    init(store: CloudStore, hints: HintBus, clock: any Clock<Duration>, logger: Logger) {
        self.store = store
        self.hints = hints
        self.clock = clock
        time = clock.stopwatch()
        self.logger = logger
    }

    /// Adds to the hint that is sent next; it never waits.
    func tell(_ change: (inout Hint) -> Void) {
        pending.withLock { change(&$0) }
        added.raise()
    }

    /// Sends and receives hints, and looks at the database without any, until the task is cancelled; then gives its
    /// leases back.
    func run(_ cloud: Cloud) async throws {
        let stopListening = hints.listen { self.receive($0) }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.send() }
                group.addTask { try await self.poll() }
                group.addTask { try await self.reread(for: cloud) }
                group.addTask { try await self.renew() }
                group.addTask { try await self.shareLimits() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            await stopListening()
            leases.withLock { $0.release() }
            try? await store.releaseLeases(of: name)
            throw error
        }
    }

    /// Returns `true` while this node has the lease of a kind of work, which it takes if nobody has it.
    func holds(_ work: CloudWork) async throws(CloudStoreError) -> Bool {
        let start = time()
        guard leases.withLock({ $0.isDue(work, at: start) }) else { return true }
        guard leases.withLock({ !$0.isReleased }) else { return false }
        let isGranted = try await store.takeLease(work.rawValue, for: name, term: Self.leaseTerm)
        leases.withLock { isGranted ? $0.grant(work, askedAt: start) : $0.lose(work) }
        return isGranted
    }

    /// Returns `true` while this node has the lease of a kind of work.
    func isHolding(_ work: CloudWork) -> Bool {
        let now = time()
        return leases.withLock { $0.isHeld(work, at: now) }
    }

    /// `true` while the connection is open over which hints come.
    var hearsHints: Bool { connection.withLock(\.self) == .connected }

    /// Keeps the leases while their workers are busy or sleep.
    private func renew() async throws {
        while true {
            try await clock.sleep(for: Self.leaseTerm / 3)
            for work in leases.withLock(\.held) {
                do { _ = try await holds(work) } catch {
                    try logger.storeFailure("A lease may end, since the store failed", error)
                }
            }
        }
    }

    /// Shares the buckets of a limiter with other nodes, under a name that is the same on all.
    func share(_ limiter: RateLimiter, as name: String) { limiters.withLock { $0[name] = limiter } }

    /// Tells other nodes what clients use of their limits, through the database, and learns what they used there: much
    /// at once, and everything that is not regained at intervals.
    func shareLimits() async throws {
        var nextRound = time() + Self.pollInterval
        while true {
            try await clock.pause(for: max(.milliseconds(1), nextRound - time()), or: spent)
            let isRound = time() >= nextRound
            if isRound { nextRound = time() + Self.pollInterval }
            do { try await shareLimits(isRound: isRound) } catch let error as CloudStoreError {
                // What was not shared counts on this node alone.
                try logger.storeFailure("Limits are not shared with other nodes, since the store failed", error)
            }
        }
    }

    /// Shares once what clients have used (``RateLimiter/spentTokens(isRound:)``).
    func shareLimits(isRound: Bool) async throws {
        for (name, limiter) in limiters.withLock(\.self) {
            limiter.learn(try await store.spend(limiter.spentTokens(isRound: isRound), of: name))
        }
    }

    private func send() async throws {
        while true {
            try await clock.pause(for: nil, or: added)
            let hint = pending.withLock { $0.take() }
            guard !hint.isEmpty else { continue }
            mayHaveLost.withLock { $0 = true }
            do {
                guard try await hints.send(hint.text(from: name)) else { continue }
                mayHaveLost.withLock { $0 = false }
                sentHints.add()
            } catch {
                try logger.storeFailure("Other nodes learn of commits later, since the store failed", error)
            }
        }
    }

    /// Takes what comes from the bus, on one of its threads: it parses a hint, and adds it to what is looked at next.
    private func receive(_ event: ListenerEvent) {
        switch event {
        case .connected:
            if case .disconnected? = change(to: event) { logger.notice("This node hears the hints of others again") }
            if mayHaveLost.withLock(\.self) { tell { $0.isGeneral = true } }
            hear(.everything)
        case .received(let text):
            guard let hint = Hint(text: text, to: name) else { return }
            heardHints.add()
            hear(hint)
        case .disconnected(let reason):
            if change(to: event) == event { return }
            logger.warning("This node hears no hints of others; it tries again", metadata: ["reason": "\(reason)"])
        }
    }

    /// Remembers what the bus says of its connection, and returns what it said before.
    private func change(to event: ListenerEvent) -> ListenerEvent? {
        connection.withLock { connection in
            defer { connection = event }
            return connection
        }
    }

    /// Adds to what is looked at next; what is heard during a look is one further look.
    private func hear(_ hint: Hint) {
        heard.withLock { $0.merge(hint) }
        heardMore.raise()
    }

    /// Looks at everything again and again, since hints may be lost.
    func poll() async throws {
        while true {
            try await clock.sleep(for: Self.pollInterval)
            hear(.everything)
        }
    }

    /// Looks at what was heard.
    func reread(for cloud: Cloud) async throws {
        while true {
            try await clock.pause(for: nil, or: heardMore)
            let hint = heard.withLock { $0.take() }
            guard !hint.isEmpty else { continue }
            do { try await cloud.reread(hint) } catch let error as CloudStoreError {
                try logger.storeFailure("What other nodes commit is not noticed, since the store failed", error)
            }
        }
    }

    /// Returns the topics that have messages since the last call; `nil` at the first.
    func changedTopics() async throws(CloudStoreError) -> Set<String>? {
        let known = lastMessage.withLock(\.self)
        let (topics, last) = try await store.changedTopics(after: known ?? .max)
        lastMessage.withLock { $0 = last }
        return known == nil ? nil : topics
    }
}

/// The leases that a node has; a value, so that it can be simulated.
///
/// A lease ends for its owner at the time at which it was asked for plus the term, thus before it ends in the database,
/// whichever clock is used there and however long the answer takes.
struct Leases {
    private let term: Duration
    private var ends: [CloudWork: Duration] = [:]

    init(term: Duration) { self.term = term }

    /// Returns `true` if the lease must be taken, or be renewed since half of its term has passed.
    func isDue(_ work: CloudWork, at time: Duration) -> Bool {
        guard let end = ends[work] else { return true }
        return time >= end - term / 2
    }

    mutating func grant(_ work: CloudWork, askedAt time: Duration) { ends[work] = time + term }

    mutating func lose(_ work: CloudWork) { ends[work] = nil }

    func isHeld(_ work: CloudWork, at time: Duration) -> Bool { ends[work].map { time < $0 } ?? false }

    /// The work of which it has, or had, the lease.
    var held: [CloudWork] { Array(ends.keys) }

    /// `true` after the node has given its leases back; it takes none again.
    private(set) var isReleased = false

    mutating func release() {
        ends = [:]
        isReleased = true
    }
}

extension Cloud {
    /// The largest number of devices that are looked up at once.
    private static let devicePage = 5_000

    /// Looks at what other nodes or processes may have committed: streams read what is newer, those of removed devices
    /// end, and workers are woken.
    func reread(_ hint: Hint) async throws {
        for work in hint.isGeneral ? Set(CloudWork.allCases) : hint.work { signal(work).raise() }
        var devices = hub.devices
        if !hint.isGeneral { devices = devices.filter { hint.shards.contains(Hint.shard(of: $0)) } }
        while !devices.isEmpty {
            let page = Array(devices.suffix(Self.devicePage))
            devices.removeLast(page.count)
            let last = try await store.lastSequences(of: page)
            hub.catchUp(last)
            hub.end(page.filter { last[$0] == nil })
        }
        if hint.isGeneral {
            topicHub.catchUp(try await node?.changedTopics() ?? nil)
            courierHub.wake(try await store.couriersWithFrames(among: courierHub.polled))
        } else {
            if !hint.topics.isEmpty { topicHub.catchUp(hint.topics) }
            courierHub.wake(hint.couriers)
        }
    }
}
