import AsyncPrimitives
import Foundation
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// One connection of the host to its cloud: it registers the apps, takes in the stream and keeps the inboxes in step.
///
/// Nothing of it lasts but what is in the store. Whatever an event says is committed, together with the event's number,
/// before the event is acknowledged.
final class CloudSession: Sendable {
    /// The cloud has another database than before, or an earlier state of it; the stream has to begin anew.
    struct Restart: Error {}

    private struct State {
        var epoch: String
        var sequence: Int64
        var acknowledged: Int64 = 0
        /// The inboxes to be fetched whatever the store says of them.
        var forced: Set<AppID> = []
        var wantsAll = false
        /// The apps for which the cloud has no keys.
        var withoutKeys: Set<AppID> = []
    }

    private let link: CloudLink
    private let parts: DeviceLinkDependencies
    private let api: DeviceAPI
    private let inboxes: InboxSync
    private let board: CloudStatusTracker
    private let book: ChannelRegistrationCache
    private let refresh: RefreshWaiters
    private let wishes: InboxFetchRequests
    /// Raised when the apps are others than before.
    private let appsChanged: Signal
    /// Raised when an inbox wants something.
    private let inboxWork: Signal
    /// Raised when there may be bodies to fetch.
    private let bodyWork = Signal()
    private let received = Signal()
    private let state: Mutex<State>

    init(
        link: CloudLink,
        address: CloudAddress,
        parts: DeviceLinkDependencies,
        board: CloudStatusTracker,
        book: ChannelRegistrationCache,
        refresh: RefreshWaiters,
        wishes: InboxFetchRequests,
        appsChanged: Signal,
        inboxWork: Signal
    ) {
        self.link = link
        self.parts = parts
        self.board = board
        self.book = book
        self.refresh = refresh
        self.wishes = wishes
        self.appsChanged = appsChanged
        self.inboxWork = inboxWork
        api = DeviceAPI(address: address, token: link.deviceToken, transport: parts.transport)
        inboxes = InboxSync(
            api: api,
            store: parts.store,
            files: parts.files,
            thread: parts.bodies,
            clock: parts.clock,
            fetchImage: parts.fetchImage,
            logger: parts.logger
        )
        state = Mutex(State(epoch: link.epoch, sequence: link.sequence))
    }

    /// Works until something breaks.
    ///
    /// - Throws: ``CloudFailure``, ``HostStorage/StoreError``, ``Restart``, or `CancellationError`.
    func run() async throws {
        book.begin(link.deviceID)
        try await register()
        let observation = parts.store.observe { [inboxWork, bodyWork] commit in
            if commit.changes.contains(where: Self.concernsInboxes) { inboxWork.raise() }
            if commit.changes.contains(where: Self.concernsBodies) { bodyWork.raise() }
        }
        defer { observation.cancel() }
        let stream = CloudEventStream(api: api, clock: parts.clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await stream.run(after: self.link.sequence) { try await self.take($0) } }
            group.addTask { try await self.runInboxSync() }
            group.addTask { try await self.runBodyFetcher() }
            group.addTask { try await self.runAcknowledgement() }
            group.addTask { try await self.runRegistration() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func concernsBodies(_ change: StoreChange) -> Bool {
        if case .bodyWanted = change { true } else { false }
    }

    private static func concernsInboxes(_ change: StoreChange) -> Bool {
        switch change {
        case .messages, .inboxStale: true
        default: false
        }
    }
}

// MARK: - The stream

extension CloudSession {
    private func take(_ happening: CloudEventStream.Event) async throws {
        switch happening {
        case .hello(let hello): try await begin(hello)
        case .events(let events):
            try await ingest(events)
            if let last = events.last?.sequence { state.withLock { $0.sequence = last } }
            received.raise()
        }
    }

    private func begin(_ hello: StreamHello) async throws {
        // Numbers never go back in a database, unless it is put back to what it was before.
        let isBehind = hello.sequence.map { $0 < link.sequence } ?? false
        if hello.epoch != link.epoch || isBehind {
            try await parts.store.commit(.cloud(.resetCursor(epoch: hello.epoch)))
            book.forget()
            guard link.sequence == 0 else { throw Restart() }
            state.withLock { $0.epoch = hello.epoch }
        }
        board.connected()
        // Whatever happened while the link was down: the lists know it.
        state.withLock { $0.wantsAll = true }
        inboxWork.raise()
        appsChanged.raise()
        received.raise()
    }

    private func ingest(_ events: [CloudEvent]) async throws(StoreError) {
        let epoch = state.withLock(\.epoch)
        let reader = CloudEventTranslator(epoch: epoch, isAppsAddress: parts.isAppsAddress, facts: parts.facts)
        do throws(StoreError) {
            try await parts.store.commit(StoreTransaction(events.flatMap(reader.operations), origin: .host))
        } catch {
            guard Self.isRefusal(error) else { throw error }
            // One of them is refused: it alone is passed over.
            for event in events { try await ingestOne(event, reader) }
        }
    }

    private func ingestOne(_ event: CloudEvent, _ reader: CloudEventTranslator) async throws(StoreError) {
        do throws(StoreError) {
            try await parts.store.commit(StoreTransaction(reader.operations(for: event), origin: .host))
        } catch {
            guard Self.isRefusal(error) else { throw error }
            parts.logger.error(
                "An event of the cloud is passed over",
                metadata: ["event": "\(event.sequence ?? 0)", "kind": "\(event.kind.prefix(32))", "error": "\(error)"]
            )
            try await parts.store.commit(StoreTransaction(reader.passing(event), origin: .host))
        }
    }

    private static func isRefusal(_ error: StoreError) -> Bool {
        switch error.code {
        case .invalid, .limitExceeded, .notFound, .claimed, .alreadyFinished: true
        case .locked, .newerSchema, .unavailable, .closed, .diskFull, .overloaded: false
        }
    }

    /// Tells the cloud how far everything is taken in; one request says it for everything that came meanwhile.
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
                // The next one says it too; until then the cloud only keeps more than it has to.
                if error.code == .unauthorized { throw error }
            }
        }
    }
}

// MARK: - Apps and topics

extension CloudSession {
    private func runRegistration() async throws {
        while true {
            await appsChanged.wait()
            try Task.checkCancellation()
            do {
                try await register()
                let before = parts.store.revision
                let topics = try await api.topics()
                try await parts.store.commit(.cloud(.setTopics(topics, asOf: before)))
            } catch let error as CloudFailure where error.code != .unauthorized {
                parts.logger.info("The cloud was not told of the apps", metadata: ["reason": "\(error.message)"])
            } catch let error as StoreError where Self.isRefusal(error) {
                parts.logger.warning("What the cloud says of topics cannot be kept", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Tells the cloud of the apps that it knows nothing or something else of.
    private func register() async throws {
        let wanted = try await parts.channels.current()
        let channels = try await parts.store.read { Set(try $0.cloudChannels().map(\.app)) }
        let told = book.told
        for app in channels.union(told.keys).sorted() where wanted[app] == nil {
            try await api.unregister(app)
            try await parts.store.commit(.cloud(.removeChannel(app)))
            book.note(app, nil)
        }
        for (app, registration) in wanted.sorted(by: { $0.key < $1.key })
        where told[app] != registration || !channels.contains(app) {
            if state.withLock({ $0.withoutKeys.contains(app) }) { continue }
            try await register(app, registration)
        }
    }

    private func register(_ app: AppID, _ registration: ChannelRegistration) async throws {
        if link.isLocal { await parts.channels.prepare(app) }
        let channel: RegisteredChannel
        do throws(CloudFailure) {
            channel = try await api.register(app, registration)
        } catch {
            guard error.code == .notFound || error.code == .refused else { throw error }
            state.withLock { _ = $0.withoutKeys.insert(app) }
            parts.logger.notice(
                "The cloud does not take an app",
                metadata: ["app": "\(app)", "reason": "\(error.message)"]
            )
            return
        }
        try await parts.store.commit(
            .cloud(
                .channel(
                    app,
                    channelID: channel.channel,
                    inboxUser: channel.inboxUser,
                    inboxPassword: channel.inboxPassword
                )
            )
        )
        book.note(app, registration)
    }
}

// MARK: - Inboxes

extension CloudSession {
    private func runInboxSync() async throws {
        var backoff = Backoff()
        while true {
            let round = refresh.begin()
            do {
                try await syncInboxes(all: round.isAwaited)
                refresh.finish(round, .success(()))
                backoff = Backoff()
                bodyWork.raise()
                await inboxWork.wait()
                try Task.checkCancellation()
            } catch let error as CloudFailure {
                refresh.finish(round, .failure(error))
                // One inbox that cannot be had keeps the bodies of others from nobody.
                bodyWork.raise()
                try Task.checkCancellation()
                if error.code == .unauthorized { throw error }
                parts.logger.info("The inboxes are not in step", metadata: ["reason": "\(error.message)"])
                let wish = error.retryAfter.map { Duration.seconds($0) }
                try await parts.clock.pause(for: backoff.next(chance: parts.chance(), wish: wish), or: inboxWork)
            }
        }
    }

    private func runBodyFetcher() async throws {
        let fetcher = BodyFetcher(parts: parts, inboxes: inboxes, work: bodyWork) { [self] app in
            state.withLock { _ = $0.forced.insert(app) }
            inboxWork.raise()
        }
        try await fetcher.run()
    }

    /// Brings every inbox into step; trouble with one does not keep the others from it.
    private func syncInboxes(all: Bool) async throws {
        let (channels, dirty) = try await parts.store.read { (try $0.cloudChannels(), Set(try $0.staleInboxes())) }
        let wished = wishes.take()
        var forced = state.withLock { state in
            defer { (state.forced, state.wantsAll) = ([], false) }
            return state.wantsAll || all ? Set(channels.map(\.app)) : state.forced.union(wished)
        }
        var failure: CloudFailure?
        for channel in channels {
            let app = channel.app
            do {
                try await sync(channel, fetchesList: dirty.contains(app) || forced.contains(app))
                forced.remove(app)
            } catch let error as CloudFailure {
                failure = error
                if error.code != .malformed, error.code != .tooLarge { break }
            }
        }
        if let failure {
            state.withLock { [forced] in $0.forced.formUnion(forced) }
            throw failure
        }
    }

    private func sync(_ channel: CloudChannel, fetchesList: Bool) async throws {
        do {
            try await sync(channel.app, InboxCredentials(channel), fetchesList: fetchesList)
        } catch let error as CloudFailure where error.code == .unauthorized {
            // Another registration has replaced the password. If the host itself is shut out, this says so.
            book.note(channel.app, nil)
            try await register()
            guard let app = try await parts.store.read({ try $0.cloudChannel(of: channel.app) }) else { return }
            do {
                try await sync(app.app, InboxCredentials(app), fetchesList: true)
            } catch let error as CloudFailure where error.code == .unauthorized {
                throw CloudFailure(.unavailable, "the cloud does not open the inbox of \(app.app).", cause: error)
            }
        }
    }

    private func sync(_ app: AppID, _ key: InboxCredentials, fetchesList: Bool) async throws {
        try await inboxes.uploadChanges(of: app, key)
        guard fetchesList else { return }
        try await inboxes.fetchList(of: app, key)
        bodyWork.raise()
    }
}

extension InboxCredentials {
    /// The way to the inbox of a channel.
    init(_ channel: CloudChannel) {
        self.init(user: channel.inboxUser, password: channel.inboxPassword)
    }
}
