import Fetching
import Foundation
package import HostClock
package import HostModel
import HostStorage
package import Logging
import Notifications
import ServiceLifecycle
import TodayProtocol
import TodayScreen

/// The host, which runs the apps' processes, keeps all shared state, and answers the requests of surfaces and commands.
///
/// Surfaces and commands send a ``HostRequest``, for which the host has a handler, and never talk to a process.
package final class TodayHost: HostAccess, Service {
    let services: HostDependencies
    let uploads: BundleUploads
    let messages: MessageService
    let groupLimit: GroupLimitSetting
    let gateway: ProcessGateway
    let apps: AppService
    let topicActions: TopicActionPerformer
    let notifications: NotificationService
    let complications: ComplicationSubscribers
    let catalog: AppCatalog
    private let packagedApps: PackagedAppsKeeper
    private let parts: [any HostPart]
    private let observation: ObservationToken

    var store: DurableStore { services.durable }
    var registry: AppRegistry { services.registry }
    var screen: Screen { services.screen }
    var clock: any WallClock { services.clock }

    /// Opens the state folder and makes the parts; no process is started before ``run()``.
    ///
    /// The clocks are those of the system unless a test brings its own.
    ///
    /// - Throws: `stateUnavailable` if another host uses the folder, `sandboxUnavailable` if one is required.
    package init(
        configuration: HostConfiguration,
        logger: Logger,
        clock: any WallClock = SystemWallClock(),
        deadlineClock: any Clock<Duration> = ContinuousClock()
    ) async throws(HostError) {
        services = try await HostDependencies(configuration, logger: logger, clock: clock, deadlineClock: deadlineClock)
        let store = services.durable
        do { uploads = try BundleUploads(stateFolder: services.folder, clock: clock) } catch {
            throw HostError(.stateUnavailable, "The state folder cannot be used: \(error).", cause: error)
        }
        messages = MessageService(services)
        let keychain = KeychainCipher(
            keys: KeychainKeyStore(stateFolder: services.folder, sessionBus: configuration.sessionBus),
            prefersSecretService: configuration.usesSecretService,
            clock: deadlineClock,
            logger: services.logger
        )
        await keychain.prepare()
        let jobs = LongRequests()
        do { groupLimit = try await GroupLimitSetting(store: store) } catch { throw HostError(error) }
        gateway = ProcessGateway(
            services,
            SessionServices(services, jobs: jobs, messages: messages.link, keychain: keychain),
            groupLimit: groupLimit
        )
        let delivery = DeliveryServices(gateway)
        apps = AppService(delivery)
        topicActions = TopicActionPerformer(services: services)
        notifications = NotificationService(delivery, topics: topicActions)
        complications = ComplicationSubscribers(services)
        let parts: [any HostPart] = [
            services.appLog, services.sessions, services.copies, jobs, apps.uses, apps, WidgetService(delivery),
            uploads, notifications, messages, complications, InboxAppLauncher(gateway),
            PushQueue(delivery, link: messages.link), ActionProcessor(delivery), ScheduledWakes(services: services),
            RecordFailureQueue(delivery), SilenceMonitor(services: services), keychain, gateway,
        ]
        let registry = services.registry
        catalog = AppCatalog(gateway, delivery.mistakes) {
            for part in parts { part.appsDidChange(registry) }
        }
        packagedApps = PackagedAppsKeeper(catalog, services)
        self.parts = parts + [catalog, packagedApps]
        observation = store.observe { [parts = self.parts] commit in
            for part in parts { part.didCommit(commit) }
        }
        do {
            let zone = try await store.read { try $0.setting(SetTimeZoneRequest.key) }
            clock.use(zone.flatMap { TimeZone(identifier: $0) })
        } catch { throw HostError(error) }
        await services.screen.restoreSnapshots()
        do { try await catalog.refresh() } catch { throw HostError(error) }
        await catalog.sweep()
    }

    /// Runs until graceful shutdown or cancellation, then ends every process within two seconds, and closes the store.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.clock.run() }
                for part in self.parts { group.addTask { await part.run() } }
                await self.resumeTaps()
            }
        }
        services.taps.close()
        await services.fetcher.close()
        await services.store.close()
    }

    /// Resumes taps of earlier runs that were not finished.
    private func resumeTaps() async {
        do {
            for pending in try await store.read({ try $0.pendingTaps() }) {
                guard let tap = services.taps.resume(pending.id, payload: pending.payload) else { continue }
                switch pending.target {
                case .widget(let widget): screen.enqueue(tap.id, on: widget)
                case .app(let app): apps.enqueue(tap.id, of: app)
                }
            }
        } catch {
            services.logger.error("Unanswered taps cannot be read", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - Access

    package func send<Request: HostRequest>(_ request: Request) async throws(HostError) -> Request.Reply {
        do {
            guard let handled = request as? any HandledRequest,
                let reply = try await reply(to: handled) as? Request.Reply
            else { throw HostError(.internal, "The host has no handler for \(Request.self).") }
            return reply
        } catch { throw HostError(error) }
    }

    private func reply<Request: HandledRequest>(to request: Request) async throws -> any Sendable {
        try await request.reply(from: self)
    }

    package func screenEvents(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: String?
    ) -> AsyncStream<ScreenEvent> {
        let app = scene.flatMap { url in owner(ofPageAt: url).map { (url: url, app: $0) } }
        return screen.events(for: viewer, after: position, scene: app)
    }

    /// Returns the app or the extension of a page; an extension's page does not bring its app to the foreground.
    private func owner(ofPageAt url: String) -> AppID? {
        if let use = apps.uses.origin(of: url) { return ExtensionUses.owner(of: use.manifest) }
        return registry.app(opening: url)?.id
    }

    package func notificationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?,
        announcedUpTo announced: ScreenPosition?
    ) -> AsyncStream<NotificationEvent> {
        notifications.subscribers.events(
            in: viewer.language,
            after: position.map { (epoch: $0.epoch, revision: $0.revision) },
            announcedUpTo: announced.map { (epoch: $0.epoch, revision: $0.revision) }
        )
    }

    package func complicationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?
    ) -> AsyncStream<ComplicationEvent> {
        complications.events(in: viewer.language, after: position)
    }

    package func outboxEvents() -> AsyncStream<Void> {
        events { if case .actions = $0 { true } else { false } }
    }

    package func topicEvents() -> AsyncStream<Void> {
        events { change in
            switch change {
            case .topics, .topicMessages: true
            default: false
            }
        }
    }

    package func browserPushEvents() -> AsyncStream<Void> { events { $0 == .browserPushes } }

    /// Returns a stream with an element now and after each commit with such a change, merged while it is not read.
    private func events(after isIncluded: @escaping @Sendable (StoreChange) -> Bool) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observation = store.observe { commit in
            if commit.changes.contains(where: isIncluded) { continuation.yield() }
        }
        continuation.onTermination = { _ in observation.cancel() }
        continuation.yield()
        return stream
    }

    package func sessionEvents() -> AsyncStream<Void> { events { $0 == .sessions } }

    /// Waits until the apps of the package that are new or have changed are installed; call it while the host runs, before
    /// surfaces are used.
    package func waitForPackagedApps() async { await packagedApps.waitForFirstLook() }

    /// Attaches the cloud that runs inside the host's program; the host joins it unless it has joined another one.
    package func attach(_ cloud: LocalCloud) { messages.localCloud.attach(cloud) }
}

protocol HandledRequest: HostRequest {
    /// Performs the request; call ``TodayHost/send(_:)`` instead, which translates the errors.
    func reply(from host: TodayHost) async throws -> Reply
}
