import AsyncPrimitives
import Foundation
import HostStorage
import Logging
import ServerSentEvents
import Synchronization
import TodayProtocol

/// One connection of the host to its cloud, which registers the apps, receives events, synchronizes the inboxes and
/// sends records; only the store persists, and the effects of an event are committed together with its number before
/// the event is acknowledged.
final class CloudSession: Sendable {
    /// Thrown if the cloud has another database, or was restored to an earlier state: the host must connect again.
    struct Restart: Error {}

    struct State {
        var epoch: String
        var sequence: Int64
        var acknowledged: Int64 = 0
        /// Inboxes to fetch even if they are not stale.
        var forced: Set<AppID> = []
        var wantsAll = false
        /// Apps that the cloud refuses because it has no keys for them.
        var withoutKeys: Set<AppID> = []
    }

    private let link: CloudLink
    let parts: LinkParts
    let api: DeviceAPI
    let inboxes: InboxSync
    let bodyWork = Signal()
    private let received = Signal()
    let state: Mutex<State>

    init(_ link: CloudLink, _ parts: LinkParts) throws(CloudFailure) {
        self.link = link
        self.parts = parts
        api = try DeviceAPI(link, over: parts.dependencies.transport)
        inboxes = InboxSync(api: api, dependencies: parts.dependencies)
        state = Mutex(State(epoch: link.epoch, sequence: link.sequence))
    }

    var dependencies: DeviceLinkDependencies { parts.dependencies }

    /// Runs the connection until it fails, with ``Restart`` if the host must connect again, or the task is cancelled.
    func run() async throws {
        parts.registrations.begin(link.deviceID)
        try await register()
        let observation = dependencies.store.observe { [parts, bodyWork] commit in
            for change in commit.changes {
                switch change {
                case .messages, .inboxStale, .pushAnswers: parts.inboxWork.raise()
                case .bodyWanted: bodyWork.raise()
                default: break
                }
            }
        }
        defer { observation.cancel() }
        let stream = CloudEventStream(api: api, clock: dependencies.clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await stream.run(after: self.link.sequence) { try await self.handle($0) } }
            group.addTask { try await self.runInboxSync() }
            group.addTask { try await self.runBodyFetcher() }
            group.addTask { try await self.runAcknowledgement() }
            group.addTask { try await self.runRegistration() }
            group.addTask { try await self.runRecords() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

// MARK: - The stream

extension CloudSession {
    private func handle(_ event: CloudEventStream.Event) async throws {
        switch event {
        case .hello(let hello): try await begin(hello)
        case .events(let events):
            try await ingest(events)
            if let last = events.last?.sequence { state.withLock { $0.sequence = last } }
            received.raise()
        }
    }

    private func begin(_ hello: StreamHello) async throws {
        // A database's numbers decrease only if it was restored from a backup.
        let isBehind = hello.sequence.map { $0 < link.sequence } ?? false
        if hello.epoch != link.epoch || isBehind {
            try await dependencies.store.commit(.cloud(.resetCursor(epoch: hello.epoch)))
            parts.registrations.forget()
            guard link.sequence == 0 else { throw Restart() }
            state.withLock { $0.epoch = hello.epoch }
        }
        parts.statusTracker.connected()
        // The lists include whatever happened while the link was down.
        state.withLock { $0.wantsAll = true }
        parts.inboxWork.raise()
        parts.appsChanged.raise()
        received.raise()
    }

    private func ingest(_ events: [ServerSentEvent]) async throws(StoreError) {
        let epoch = state.withLock(\.epoch)
        let translator = CloudEventTranslator(
            epoch: epoch,
            isAppsAddress: dependencies.isAppsAddress,
            appInfo: dependencies.appInfo,
            device: link.deviceID,
            recordApps: dependencies.recordApps,
            keepsRecords: dependencies.keepsRecords,
            now: dependencies.now()
        )
        do throws(StoreError) {
            try await dependencies.store.commit(StoreTransaction(events.flatMap(translator.operations), origin: .host))
        } catch {
            guard Self.isRefusal(error) else { throw error }
            // The store refused one of the events: only that one is skipped.
            for event in events { try await ingestOne(event, translator) }
        }
    }

    private func ingestOne(_ event: ServerSentEvent, _ translator: CloudEventTranslator) async throws(StoreError) {
        do throws(StoreError) {
            try await dependencies.store.commit(StoreTransaction(translator.operations(for: event), origin: .host))
        } catch {
            guard Self.isRefusal(error) else { throw error }
            dependencies.logger.error(
                "An event of the cloud is skipped",
                metadata: ["event": "\(event.sequence ?? 0)", "kind": "\(event.name.prefix(32))", "error": "\(error)"]
            )
            try await dependencies.store.commit(StoreTransaction(translator.operationsToSkip(event), origin: .host))
        }
    }

    private static func isRefusal(_ error: StoreError) -> Bool {
        switch error.code {
        case .invalid, .limitExceeded, .notFound, .claimed, .alreadyFinished: true
        case .locked, .newerSchema, .unavailable, .closed, .diskFull, .overloaded: false
        }
    }

    /// Acknowledges received events; each request covers all events that arrived during the previous one.
    private func runAcknowledgement() async throws {
        while true {
            await received.wait()
            try Task.checkCancellation()
            let (sequence, acknowledged) = state.withLock { ($0.sequence, $0.acknowledged) }
            guard sequence > acknowledged else { continue }
            do throws(CloudFailure) {
                try await api.acknowledge(sequence)
                state.withLock { $0.acknowledged = sequence }
            } catch {
                // The next acknowledgement covers these events too; until then the cloud merely keeps them longer.
                if error.code == .unauthorized { throw error }
            }
        }
    }
}

// MARK: - Apps and topics

extension CloudSession {
    private func runRegistration() async throws {
        while true {
            await parts.appsChanged.wait()
            try Task.checkCancellation()
            do {
                try await register()
                let before = dependencies.store.revision
                let topics = try await api.topics()
                try await dependencies.store.commit(.cloud(.setTopics(topics, asOf: before)))
            } catch let error as CloudFailure where error.code != .unauthorized {
                let metadata: Logger.Metadata = ["reason": "\(error.message)"]
                dependencies.logger.info("The apps could not be registered with the cloud", metadata: metadata)
            } catch let error as StoreError where Self.isRefusal(error) {
                let metadata: Logger.Metadata = ["error": "\(error)"]
                dependencies.logger.warning("The cloud's list of topics cannot be stored", metadata: metadata)
            }
        }
    }

    /// Registers new and changed apps, and unregisters removed ones.
    func register() async throws {
        let wanted = try await dependencies.channels.current()
        let channels = try await dependencies.store.read { Set(try $0.cloudChannels().map(\.app)) }
        let accepted = parts.registrations.accepted
        for app in channels.union(accepted.keys).sorted() where wanted[app] == nil {
            try await api.unregister(app)
            try await dependencies.store.commit(.cloud(.removeChannel(app)))
            parts.registrations.record(app, nil)
        }
        for (app, registration) in wanted.sorted(by: { $0.key < $1.key })
        where accepted[app] != registration || !channels.contains(app) {
            if state.withLock({ $0.withoutKeys.contains(app) }) { continue }
            try await register(app, registration)
        }
    }

    private func register(_ app: AppID, _ registration: ChannelRegistration) async throws {
        if link.isLocal { await dependencies.channels.prepare(app) }
        let channel: CloudChannel
        do throws(CloudFailure) {
            channel = try await api.register(app, registration)
        } catch {
            guard error.code == .notFound || error.code == .refused else { throw error }
            state.withLock { _ = $0.withoutKeys.insert(app) }
            let metadata: Logger.Metadata = ["app": "\(app)", "reason": "\(error.message)"]
            return dependencies.logger.notice("The cloud refuses an app", metadata: metadata)
        }
        try await dependencies.store.commit(.cloud(.setChannel(channel)))
        parts.registrations.record(app, registration)
    }
}
