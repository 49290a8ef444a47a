import AsyncPrimitives
package import HostModel
package import Logging
import ServiceLifecycle
import SessionBus
import TodayProtocol

/// The desktop as a surface: it shows notifications as bubbles of the session's notification server.
///
/// Without a session bus it does nothing. It shows notifications that arrive after it was made, not those that are
/// already listed, with the texts and buttons of the minimal context, until they are answered or withdrawn on any
/// surface. For requests that a bubble cannot make, such as for the passcode, it opens a page.
package struct DesktopSurface: Service {
    let host: any HostAccess
    let viewer: Viewer
    private let address: SessionBusAddress?
    /// The newest revision when the surface was made; notifications that are delivered after it count as new.
    private let seen: Revision?
    private let clock: any Clock<Duration>
    let logger: Logger
    let opener: PageOpener
    let makeLink: @Sendable (DesktopPage) -> String

    /// Prepares the surface; it does not connect before ``run()``.
    ///
    /// The environment names the session bus, and is passed to the browser, which a link of `makeLink` signs in.
    ///
    /// - Throws: The host's error when it is asked for the list.
    package init(
        host: any HostAccess,
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
        seen = address == nil ? nil : try await host.send(GetNotificationsRequest(for: viewer)).revision
        opener = PageOpener(environment: environment) { status in
            guard status != 0 else { return }
            logger.notice("xdg-open did not open a page", metadata: ["status": "\(status)"])
        }
    }

    /// Shows notifications until graceful shutdown or cancellation, then closes the bubbles.
    package func run() async throws {
        guard let address else {
            logger.info("There is no session bus: notifications show on pages alone, not on a desktop")
            try? await gracefulShutdown()  // Throws if the task is cancelled, which also ends this surface.
            return
        }
        await cancelWhenGracefulShutdown { await follow(address) }
    }

    private func follow(_ address: SessionBusAddress) async {
        let controller = BubbleController(seen: seen, language: viewer.language, logger: logger)
        await withDiscardingTaskGroup { group in
            group.addTask { await keepConnected(to: address, controller) }
            group.addTask {
                for await event in host.notificationEvents(for: viewer, after: nil) {
                    controller.handle(event, images: await images())
                }
            }
            for await action in controller.actions { group.addTask { await perform(action) } }
            group.cancelAll()
        }
    }

    /// Returns the images of the installed bundles; none if the host does not answer, so that bubbles still appear.
    private func images() async -> BundleImageIndex {
        do throws(HostError) { return try await host.send(GetBundleImageIndexRequest()) } catch {
            logger.notice("Bubbles have no icons", metadata: ["error": "\(error.message)"])
            return .empty
        }
    }

    private func keepConnected(to address: SessionBusAddress, _ controller: BubbleController) async {
        var backoff = Backoff(first: .milliseconds(250), longest: .seconds(120))
        while !Task.isCancelled {
            let connection = BusConnection(address: address.text)
            let result = await withTaskCancellationHandler {
                await connection.run { event in controller.handle(event, over: connection) }
            } onCancel: {
                controller.end()
                connection.end()
            }
            let isFirst = backoff.attempts == 0
            if controller.handleDisconnect(connection) { backoff.reset() }
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
        controller.end()
    }
}
