import AsyncPrimitives
package import HostStorage
package import Logging
import Synchronization
import TodayProtocol

/// Sends the queued changes of records, keeps subscriptions as apps want them, and asks the cloud on behalf of processes.
///
/// For each container one task at a time sends: the background worker of a connection (``step(_:)``), or a request that
/// reads, which sends everything queued before it asks (`RecordSync+Reading`).
package final class RecordSync: Sendable {
    /// How many internal errors the cloud answers to a change before it counts as refused; a broken network adds none.
    static let internalErrorAttempts = 10

    /// How long the host lets pass for each change of a container, beyond the first 400 and the rest of the request
    /// that begins within them: an app that saves without end must not keep the processor from pages, nor the cloud busy.
    static let interval = Duration.microseconds(2500)

    /// What is known of sending a container's changes; lost with the host's run.
    private struct ContainerState {
        var backoff = Backoff.cloud
        /// Until when the cloud asked not to be asked, since the beginning.
        var pausedUntil: Duration?
        /// The last change of a request that was refused as a whole; up to it each change is sent alone.
        var singlesThrough: Int64 = 0
        /// How often the cloud answered an internal error, by the number of the change.
        var internalErrors: [Int64: Int] = [:]
        /// What may be sent at once.
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
    /// Bounds how many requests of an app are asked of the cloud at a time.
    let readers = KeyedSemaphore<AppID>(permits: 4, waitingLimit: 64)
    private let containers = Mutex<[String: ContainerState]>([:])

    /// Makes a synchronizer; it does nothing by itself.
    ///
    /// - Parameters:
    ///   - store: Has the link, the queues and the subscriptions.
    ///   - transport: Carries the requests.
    ///   - clock: Measures deadlines and pauses.
    ///   - jitter: Returns a random number from 0 to 1.
    ///   - logger: Receives failures, never a secret.
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

    /// Performs the work of a container that waits, in the background.
    ///
    /// - Returns: `idle` when everything is sent; after a failure when to try again.
    /// - Throws: ``CloudFailure`` with code `unauthorized` if the cloud does not know the host any more.
    func step(_ container: String) async throws(CloudFailure) -> KeyedSerialQueue<String>.Step {
        do throws(RecordCallFailure) {
            try await flush(container)
            return .idle
        } catch {
            switch error.kind {
            case .unauthorized: throw CloudFailure(.unauthorized, error.error.message)
            case .temporary, .refused, .tooLarge:
                if error.error.code == .notLinked { return .idle }
                logger.info(
                    "Changes of records cannot be sent now",
                    metadata: ["container": "\(container)", "reason": "\(error.error.message)"]
                )
                return .retry(after: nextWait(for: container, error.error))
            }
        }
    }

    /// Sends everything that is queued for a container, and creates and removes its subscriptions.
    ///
    /// - Throws: ``RecordCallFailure`` if something is left that can be sent later.
    func flush(_ container: String) async throws(RecordCallFailure) {
        let permit: SemaphorePermit
        do { permit = try await senders.acquire(container) } catch {
            throw RecordCallFailure(.temporary, RecordError(.networkUnavailable, "The request was cancelled."))
        }
        defer { permit.release() }
        if let rest = pause(of: container) {
            throw RecordCallFailure(
                .temporary,
                RecordError(.throttled, "The cloud asked to wait before it is asked again.", retryAfter: rest)
            )
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

    /// The current link, as a client of the record routes needs it.
    func link() async throws(RecordCallFailure) -> RecordLink {
        let link: CloudLink?
        do throws(StoreError) { link = try await store.read { try $0.cloudLink() } } catch { throw storeFailure(error) }
        guard let link else {
            throw RecordCallFailure(.temporary, RecordError(.notLinked, "This device has joined no cloud."))
        }
        // Whether plain http is acceptable was decided when the host joined.
        guard let address = try? CloudAddress(link.url, isInsecure: true) else {
            throw RecordCallFailure(.temporary, RecordError(.networkUnavailable, "The cloud's address is unusable."))
        }
        return RecordLink(
            device: DeviceAPI(address: address, token: link.deviceToken, transport: transport),
            coding: RecordCoding(device: link.deviceID, ownName: store.epoch)
        )
    }

    /// Forgets waits that a broken network caused, since there is a new connection.
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
            if !result.outcomes.isEmpty {
                try await store.commit(
                    .records(
                        .finish(container: container, device: link.coding.device, outcomes: result.outcomes)
                    )
                )
            }
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

    /// Reads what to send next, when the container may send; `nil` if nothing waits.
    private func nextBatch(of container: String) async throws -> RecordBatch? {
        let wait = containers.withLock { $0[container]?.pace.wait(at: elapsed()) ?? .zero }
        if wait > .zero {
            guard try await store.read({ try $0.recordUsage(of: container).changes }) > 0 else { return nil }
            try await clock.sleep(for: wait)
        }
        let singles = containers.withLock { $0[container]?.singlesThrough ?? 0 }
        // A search, since parsing hundreds of records would keep the writer from others.
        return try await store.search { reader in
            let next = try reader.nextRecordBatch(of: container, bytes: RecordAPI.requestBytes)
            guard let next, let first = next.changes.first, first.number <= singles else { return next }
            return try reader.nextRecordBatch(of: container, limit: 1, bytes: RecordAPI.requestBytes)
        }
    }

    /// Records that sending a batch begins.
    ///
    /// - Returns: The changes that still wait; `nil` if there are none, or if the link is not current any more.
    func begin(_ read: RecordBatch, _ link: RecordLink) async throws -> RecordBatch? {
        let operation = RecordOperation.begin(
            container: read.container,
            device: link.coding.device,
            numbers: read.changes.map(\.number)
        )
        let receipt = try await store.commit(.records(operation))
        guard case .delivering(let numbers)? = receipt.outcomes.first else { return nil }
        var batch = read
        batch.changes.removeAll { !numbers.contains($0.number) }
        return batch.changes.isEmpty ? nil : batch
    }

    /// Throws if the host has left the link meanwhile, perhaps for another person's.
    func checkCurrent(_ link: RecordLink) async throws {
        guard try await store.read({ try $0.cloudLink()?.deviceID }) == link.coding.device else { throw Self.leftLink }
    }

    /// The failure of what was begun with a link that the host has left.
    static var leftLink: RecordCallFailure {
        RecordCallFailure(
            .temporary,
            RecordError(.networkUnavailable, "This device has joined the cloud anew; the request is repeated.")
        )
    }

    /// Creates the zone of a batch; if the cloud refuses that, the changes are refused.
    private func createZone(for batch: RecordBatch, _ link: RecordLink) async throws {
        do throws(RecordCallFailure) {
            try await link.api(batch.container, batch.process).modify(batch.zone, operation: "create")
        } catch {
            guard error.kind == .refused else { throw error }
            let refused = batch.changes.map { ($0.number, RecordChangeOutcome.refused(error.error)) }
            try await store.commit(
                .records(
                    .finish(
                        container: batch.container,
                        device: link.coding.device,
                        outcomes: Dictionary(refused) { first, _ in first }
                    )
                )
            )
        }
    }

    // MARK: - Waiting

    private func nextWait(for container: String, _ error: RecordError) -> Duration {
        containers.withLock { containers in
            let wait = containers[container, default: ContainerState()].backoff
                .next(jitter: jitter(), retryAfter: error.retryAfter)
            // Asking before the cloud wants to be asked would be refused here.
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

    /// Why a request was not answered in time if the changes that were saved before it are sent at the pace of the host.
    func waitingFailure(of container: String) async throws(StoreError) -> RecordError? {
        let pace = containers.withLock { $0[container]?.pace }
        guard let pace, pace.tokens(at: elapsed()) < pace.burst else { return nil }
        let waiting = try await store.read { try $0.recordUsage(of: container).changes }
        guard waiting > 0 else { return nil }
        return RecordError(
            .throttled,
            "\(waiting) changes that were saved before are sent first, 400 a second.",
            retryAfter: Self.interval * waiting
        )
    }

    private func setPause(of container: String, _ wait: Duration) {
        let until = elapsed() + min(wait, .seconds(3600))
        containers.withLock { $0[container, default: ContainerState()].pausedUntil = until }
    }

    private func storeFailure(_ error: any Error) -> RecordCallFailure {
        if error is CancellationError {
            return RecordCallFailure(.temporary, RecordError(.networkUnavailable, "The request was cancelled."))
        }
        if (error as? StoreError)?.code != .closed {
            logger.error("The state of records cannot be read or written", metadata: ["error": "\(error)"])
        }
        return RecordCallFailure(.temporary, RecordError(.internalError, "This device cannot read or write its state."))
    }
}

/// The link to the cloud as requests about records need it.
struct RecordLink: Sendable {
    let device: DeviceAPI
    let coding: RecordCoding

    func api(_ container: String, _ process: String) -> RecordAPI {
        RecordAPI(device: device, container: container, process: process)
    }
}
