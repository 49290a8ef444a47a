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
/// Each ``HostRequest`` defines one request and how the host performs it. Surfaces read screens and scenes and send
/// people's actions; they never talk to a process.
package final class TodayHost: HostAccess, Service {
    let components: HostParts

    /// Opens the state folder and makes the components; no process is started before ``run()``.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, which does not change later.
    ///   - logger: The log.
    ///   - clock: The wall clock; the system's unless a test brings its own.
    ///   - deadlineClock: Measures the deadlines of requests to processes; the system's unless a test brings its own.
    /// - Throws: `stateUnavailable` if another host uses the folder, `sandboxUnavailable` if one is required.
    package init(
        configuration: HostConfiguration,
        logger: Logger,
        clock: any WallClock = SystemWallClock(),
        deadlineClock: any Clock<Duration> = ContinuousClock()
    ) async throws(HostError) {
        components = try await HostParts(
            configuration: configuration,
            logger: logger,
            clock: clock,
            deadlineClock: deadlineClock
        )
    }

    /// Runs until graceful shutdown or cancellation, then ends every process within two seconds.
    package func run() async throws { await components.run() }

    package func send<Request: HostRequest>(_ request: Request) async throws(HostError) -> Request.Reply {
        do {
            guard let handled = request as? any HandledRequest,
                let reply = try await reply(to: handled) as? Request.Reply
            else { throw HostError(.internal, "The host has no handler for \(Request.self).") }
            return reply
        } catch { throw HostError(error) }
    }

    /// Returns the reply of a request with its own type.
    private func reply<Request: HandledRequest>(to request: Request) async throws -> any Sendable {
        try await request.reply(from: self)
    }

    package func screenEvents(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: String?
    ) -> AsyncStream<ScreenEvent> {
        let app = scene.flatMap { url in owner(ofPageAt: url).map { (url: url, app: $0) } }
        return components.screen.events(for: viewer, after: position, scene: app)
    }

    /// Returns the app or the extension that a page belongs to; an extension's page does not bring its app to the
    /// foreground.
    private func owner(ofPageAt url: String) -> AppID? {
        if let use = components.apps.uses.origin(of: url) { return ExtensionUses.owner(of: use.manifest) }
        return components.registry.app(opening: url)?.id
    }

    package func notificationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?
    ) -> AsyncStream<NotificationEvent> {
        components.notifications.subscribers.events(
            in: viewer.language,
            after: position.map { (epoch: $0.epoch, revision: $0.revision) }
        )
    }

    package func complicationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?
    ) -> AsyncStream<ComplicationEvent> {
        components.complications.events(
            in: viewer.language,
            after: position.map { (epoch: $0.epoch, revision: $0.revision) }
        )
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

    package func browserPushEvents() -> AsyncStream<Void> {
        events { $0 == .browserPushes }
    }

    /// Returns a stream with an element now, and one after each commit with such a change, merged while the stream is
    /// not read.
    private func events(after isIncluded: @escaping @Sendable (StoreChange) -> Bool) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observation = components.store.durable.observe { commit in
            if commit.changes.contains(where: isIncluded) { continuation.yield() }
        }
        continuation.onTermination = { _ in observation.cancel() }
        continuation.yield()
        return stream
    }

    package func sessionEvents() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observation = components.store.durable.observe { commit in
            if commit.changes.contains(.sessions) { continuation.yield() }
        }
        continuation.onTermination = { _ in observation.cancel() }
        continuation.yield()
        return stream
    }

    /// Attaches the cloud that runs inside the host's program; the host joins it unless it has joined another one.
    package func attach(_ cloud: LocalCloud) { components.messages.localCloud.attach(cloud) }
}
