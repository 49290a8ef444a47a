import AsyncPrimitives
import HostModel
package import HostStorage
package import Logging
import Synchronization
import TodayProtocol

/// Sends queued changes of records, synchronizes subscriptions, and reads records on behalf of processes; one task at a
/// time sends for a container: the worker of a connection (``step(_:)``), or a read, before its request.
package final class RecordSync: Sendable {
    /// Number of internal errors of the cloud after which a change counts as refused; network failures do not count.
    static let internalErrorAttempts = 10

    /// Interval between changes of a container once the token bucket is empty: an app that saves without end must keep
    /// neither the processor from serving pages nor the cloud busy.
    static let interval = Duration.microseconds(2500)

    /// The state of sending a container's changes, which is lost when the host stops.
    private struct ContainerState {
        var backoff = Backoff.cloud
        /// Time until which the cloud asked the host to wait, as the duration since the start.
        var pausedUntil: Duration?
        /// Number of the last change of a request that was refused as a whole; changes up to it are sent one by one.
        var singlesThrough: Int64 = 0
        /// Number of internal errors of the cloud, by the number of the change.
        var internalErrors: [Int64: Int] = [:]
        /// Token bucket that limits the rate of changes; its tokens are durations, and each change costs
        /// ``RecordSync/interval``.
        var pace = TokenBucket(burst: RecordSync.interval * 400, rate: 1)

        mutating func note(_ result: RecordBatchSender.Result) {
            for number in result.internalErrors { internalErrors[number, default: 0] += 1 }
            for number in result.outcomes.keys { internalErrors[number] = nil }
        }
    }

    let store: DurableStore
    let transport: any CloudTransport
    let clock: any Clock<Duration>
    private let jitter: @Sendable () -> Double
    let logger: Logger
    private let elapsed: @Sendable () -> Duration
    private let senders = KeyedSemaphore<String>(permits: 1)
    /// Limits the number of concurrent requests of each app to the cloud.
    let readers = KeyedSemaphore<AppID>(permits: 4, waitingLimit: 64)
    private let containers = Mutex<[String: ContainerState]>([:])

    /// Creates a synchronizer without a task of its own; `jitter` returns a random number from 0 to 1.
    package init(
        store: DurableStore,
        transport: any CloudTransport,
        clock: any Clock<Duration> = ContinuousClock(),
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        logger: Logger
    ) {
        self.store = store
        self.transport = transport
        self.clock = clock
        self.jitter = jitter
        self.logger = logger
        elapsed = clock.stopwatch()
    }

    /// Performs the pending work of a container, and returns `idle` or, after a failure, the time of the next attempt;
    /// throws `unauthorized` if the cloud no longer knows the host.
    func step(_ container: String) async throws(CloudFailure) -> KeyedSerialQueue<String>.Step {
        do throws(RecordCallFailure) {
            try await flush(container)
            return .idle
        } catch {
            switch error.kind {
            case .unauthorized: throw CloudFailure(.unauthorized, .cloudShutHostOut, phrase: .text(error.error.message))
            case .temporary, .refused, .tooLarge:
                if error.error.code == .notLinked { return .idle }
                let metadata: Logger.Metadata = ["container": "\(container)", "reason": "\(error.error.message)"]
                logger.info("Changes of records cannot be sent now", metadata: metadata)
                return .retry(after: nextWait(for: container, error.error))
            }
        }
    }

    /// Sends all queued changes of a container, and synchronizes its subscriptions; throws if something remains for
    /// later.
    func flush(_ container: String) async throws(RecordCallFailure) {
        let permit: SemaphorePermit
        do { permit = try await senders.acquire(container) } catch { throw Self.cancelled }
        defer { permit.release() }
        if let rest = pause(of: container) {
            throw .temporary(.throttled, "The cloud asked to wait before it is asked again.", retryAfter: rest)
        }
        do {
            let link = try await link()
            try await RecordSubscriptionSync(sync: self, link: link, container: container).run()
            try await sendQueue(of: container, link)
            containers.withLock { $0[container]?.backoff.reset() }
        } catch let error as RecordCallFailure {
            if error.kind == .temporary, let wait = error.error.retryAfter { setPause(of: container, wait) }
            throw error
        } catch {
            throw storeFailure(error)
        }
    }

    func link() async throws(RecordCallFailure) -> RecordLink {
        let link: CloudLink?
        do throws(StoreError) { link = try await store.read { try $0.cloudLink() } } catch { throw storeFailure(error) }
        guard let link else { throw .temporary(.notLinked, "This device has joined no cloud.") }
        guard let api = try? DeviceAPI(link, over: transport) else {
            throw .temporary(.networkUnavailable, "The cloud's address is unusable.")
        }
        return RecordLink(device: api, coding: RecordCoding(device: link.deviceID, ownName: store.epoch))
    }

    /// Resets the back-offs after network failures, because there is a new connection.
    func connectionBegan() { containers.withLock { for key in $0.keys { $0[key]?.backoff.reset() } } }

    // MARK: - Sending

    private func sendQueue(of container: String, _ link: RecordLink) async throws {
        var hasCreated: Set<ZoneName> = []
        while true {
            guard let batch = try await nextBatch(of: container) else {
                containers.withLock { $0[container]?.internalErrors = [:] }
                return
            }
            guard let batch = try await begin(batch, link) else {
                try await checkCurrent(link)
                continue
            }
            let internalErrors = containers.withLock { $0[container]?.internalErrors ?? [:] }
            let result = await RecordBatchSender(link: link, batch: batch, internalErrors: internalErrors).send()
            containers.withLock { containers in
                containers[container, default: ContainerState()].note(result)
                containers[container]?.pace.spend(Self.interval * batch.changes.count, at: elapsed())
            }
            if !result.outcomes.isEmpty { try await finish(batch, link, result.outcomes) }
            switch result.rest {
            case .nothing: break
            case .singly:
                containers.withLock {
                    $0[container, default: ContainerState()].singlesThrough = batch.changes.last?.number ?? 0
                }
            case .zoneMissing(let error):
                guard hasCreated.insert(batch.zone).inserted else { throw error }
                try await createZone(for: batch, link)
            case .later(let error): throw error
            }
            try Task.checkCancellation()
        }
    }

    /// Reads the next batch once the container may send; `nil` if nothing is queued.
    private func nextBatch(of container: String) async throws -> RecordBatch? {
        let wait = containers.withLock { $0[container]?.pace.wait(at: elapsed()) ?? .zero }
        if wait > .zero {
            guard try await store.read({ try $0.recordUsage(of: container).changes }) > 0 else { return nil }
            try await clock.sleep(for: wait)
        }
        let singles = containers.withLock { $0[container]?.singlesThrough ?? 0 }
        // A search runs outside the writer, which parsing hundreds of records would block for others.
        return try await store.search { reader in
            let next = try reader.nextRecordBatch(of: container, bytes: RecordAPI.requestBytes)
            guard let next, let first = next.changes.first, first.number <= singles else { return next }
            return try reader.nextRecordBatch(of: container, limit: 1, bytes: RecordAPI.requestBytes)
        }
    }

    /// Records that a batch is about to be sent, and returns its changes that are still queued; `nil` if there are none
    /// or the link is no longer current.
    func begin(_ read: RecordBatch, _ link: RecordLink) async throws -> RecordBatch? {
        let numbers = read.changes.map(\.number)
        let receipt = try await store.commit(
            .records(.begin(container: read.container, device: link.coding.device, numbers: numbers))
        )
        guard case .delivering(let numbers)? = receipt.outcomes.first else { return nil }
        var batch = read
        batch.changes.removeAll { !numbers.contains($0.number) }
        return batch.changes.isEmpty ? nil : batch
    }

    /// Throws if the host has left the link, perhaps to join another person's cloud.
    func checkCurrent(_ link: RecordLink) async throws {
        guard try await store.read({ try $0.cloudLink()?.deviceID }) == link.coding.device else { throw Self.leftLink }
    }

    static var leftLink: RecordCallFailure {
        .temporary(.networkUnavailable, "This device has joined the cloud anew; the request is repeated.")
    }

    private static var cancelled: RecordCallFailure { .temporary(.networkUnavailable, "The request was cancelled.") }

    /// Creates the zone of a batch; if the cloud refuses that, the changes count as refused.
    private func createZone(for batch: RecordBatch, _ link: RecordLink) async throws {
        do throws(RecordCallFailure) {
            try await link.api(batch.container, batch.process).modify(batch.zone, operation: "create")
        } catch {
            guard error.kind == .refused else { throw error }
            let refused = batch.changes.map { ($0.number, RecordChangeOutcome.refused(error.error)) }
            try await finish(batch, link, Dictionary(refused) { first, _ in first })
        }
    }

    private func finish(
        _ batch: RecordBatch,
        _ link: RecordLink,
        _ outcomes: [Int64: RecordChangeOutcome]
    ) async throws {
        let device = link.coding.device
        try await store.commit(.records(.finish(container: batch.container, device: device, outcomes: outcomes)))
    }

    // MARK: - Waiting

    private func nextWait(for container: String, _ error: RecordError) -> Duration {
        containers.withLock { containers in
            let wait = containers[container, default: ContainerState()].backoff
                .next(jitter: jitter(), retryAfter: error.retryAfter)
            // The cloud would refuse a request before the time that it named.
            return max(wait, containers[container]?.pausedUntil.map { $0 - elapsed() } ?? .zero)
        }
    }

    private func pause(of container: String) -> Duration? {
        let now = elapsed()
        return containers.withLock { containers in
            guard let until = containers[container]?.pausedUntil else { return nil }
            if until > now { return until - now }
            containers[container]?.pausedUntil = nil
            return nil
        }
    }

    /// Returns the error for a request that timed out while earlier changes were sent at the limited rate; `nil` if
    /// none are queued.
    func waitingFailure(of container: String) async throws(StoreError) -> RecordError? {
        let pace = containers.withLock { $0[container]?.pace }
        guard let pace, pace.tokens(at: elapsed()) < pace.burst else { return nil }
        let waiting = try await store.read { try $0.recordUsage(of: container).changes }
        guard waiting > 0 else { return nil }
        let message = "\(waiting) changes that were saved before are sent first, 400 a second."
        return RecordError(.throttled, message, retryAfter: Self.interval * waiting)
    }

    private func setPause(of container: String, _ wait: Duration) {
        let until = elapsed() + min(wait, .seconds(3600))
        containers.withLock { $0[container, default: ContainerState()].pausedUntil = until }
    }

    private func storeFailure(_ error: any Error) -> RecordCallFailure {
        if error is CancellationError { return Self.cancelled }
        if (error as? StoreError)?.code != .closed {
            logger.error("The state of records cannot be read or written", metadata: ["error": "\(error)"])
        }
        return .temporary(.internalError, "This device cannot read or write its state.")
    }
}

/// The link to the cloud in the form that requests about records need.
struct RecordLink: Sendable {
    let device: DeviceAPI
    let coding: RecordCoding

    func api(_ container: String, _ process: String) -> RecordAPI {
        RecordAPI(device: device, container: container, process: process)
    }
}
