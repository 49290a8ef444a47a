package import AsyncPrimitives
import Host
package import HostAPI
package import Logging
import Notifications
import ServiceLifecycle
import TodayProtocol
package import TodayScreen

/// The desktop as a surface: notifications as bubbles of the session's notification server.
///
/// It is there where a session bus is, and does nothing where none is. What stands in the list when it is made is not
/// shown again; what arrives from then on is, with the words and buttons of the minimal context, and is gone when it is
/// gone anywhere. What a bubble cannot do, such as asking for the passcode, opens the page that can.
package struct DesktopSurface: Service {
    private let host: any HostFacade
    private let viewer: Viewer
    private let address: SessionBusAddress?
    /// The newest commit when it was made: what the host delivers late, at its start, counts as arriving.
    private let seen: Revision?
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let opener: PageOpener
    private let makeLink: @Sendable (DesktopPage) -> String

    /// Prepares the surface; nothing is connected before ``run()``.
    ///
    /// - Parameters:
    ///   - host: Whose notifications it shows.
    ///   - viewer: The language and time zone of the person's desktop.
    ///   - environment: The environment variables: they name the session bus, and are those of the browser.
    ///   - logger: The log.
    ///   - clock: Measures the pauses between attempts to connect.
    ///   - makeLink: Makes a link that leads a browser to a page, once.
    /// - Throws: What the host throws when it is asked what is listed.
    package init(
        host: any HostFacade,
        viewer: Viewer,
        environment: [String: String],
        logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(),
        makeLink: @escaping @Sendable (DesktopPage) -> String
    ) async throws(HostError) {
        self.host = host
        self.viewer = viewer
        self.logger = logger
        self.clock = clock
        self.makeLink = makeLink
        address = SessionBusAddress(environment: environment)
        seen = address == nil ? nil : try await host.notifications(for: viewer).revision
        opener = PageOpener(environment: environment) { status in
            guard status != 0 else { return }
            logger.notice("xdg-open did not open a page", metadata: ["status": "\(status)"])
        }
    }

    /// Shows notifications until graceful shutdown or cancellation; then its bubbles are taken away.
    package func run() async throws {
        guard let address else {
            logger.info("There is no session bus: notifications show on pages alone, not on a desktop")
            try? await gracefulShutdown()  // Throws only what cancellation means: that this is the end.
            return
        }
        await cancelWhenGracefulShutdown { await follow(address) }
    }

    private func follow(_ address: SessionBusAddress) async {
        let desk = BubbleController(seen: seen, logger: logger)
        let answers = DesktopActionHandler(
            host: host,
            viewer: viewer,
            opener: opener,
            makeLink: makeLink,
            logger: logger
        )
        await withDiscardingTaskGroup { group in
            group.addTask { await keepConnected(to: address, desk) }
            group.addTask {
                for await event in host.notificationEvents(for: viewer, after: nil) { desk.take(event) }
            }
            for await work in desk.work { group.addTask { await answers.perform(work) } }
            group.cancelAll()
        }
    }

    /// Connects, and connects again when the bus went away: soon at first, then less and less often.
    private func keepConnected(to address: SessionBusAddress, _ desk: BubbleController) async {
        var backoff = Backoff(first: .milliseconds(250), longest: .seconds(120))
        while !Task.isCancelled {
            let connection = BusConnection(address: address.text)
            let result = await withTaskCancellationHandler {
                await connection.run { event in desk.take(event, over: connection) }
            } onCancel: {
                desk.end()
                connection.end()
            }
            let isFirst = backoff.attempts == 0
            if desk.lose(connection) { backoff.reset() }
            let pause = backoff.next()
            if case .failure(let error) = result {
                logger.log(
                    level: isFirst ? .info : .debug,
                    "The session bus cannot be used; it is tried again",
                    metadata: ["reason": "\(error.message)", "pause": "\(pause)"]
                )
            }
            do { try await clock.sleep(for: pause) } catch { break }
        }
        desk.end()
    }
}
