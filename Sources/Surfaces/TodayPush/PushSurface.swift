import AsyncPrimitives
import Foundation
package import Host
package import HostClock
import HostStorage
package import Logging
import Notifications
import ServiceLifecycle
import TodayProtocol
import TodayScreen
import WebPush

/// Subscribed browsers as a surface: what shows a banner is sent to their push services, and removed there once it is
/// answered, withdrawn or replaced.
///
/// The host's store is the outbox: it gets a row in the commit that delivers a notification, and the row stays until the
/// push service has accepted the message. One message at a time is sent to each browser, the oldest first. A browser that
/// shows a page is sent nothing, unless the page is closed just then.
package struct PushSurface: Service {
    /// How long to wait after the store failed.
    private static let storeDelay = Duration.seconds(5)
    /// How long after a device was last seen it is sent pushes, in seconds: as long as its session lasts.
    static let lifetime = 180.0 * 86_400
    /// How long a page must stay open after a notification for its browser to be sent nothing, in seconds.
    ///
    /// The host learns a moment later that a page was closed, and nobody has seen what came in that moment.
    static let pageTime = 3.0

    private let host: any HostAccess
    private let sender: BrowserPushSender
    private let clock: any WallClock
    private let isOpen: @Sendable (String) -> Bool
    private let logger: Logger
    private let queue = KeyedSerialQueue<String>()
    private let isChanged = Signal()

    /// Prepares the surface; nothing is sent before ``run()``.
    ///
    /// - Parameters:
    ///   - host: The host whose notifications are sent.
    ///   - sender: Sends messages; it is closed when the surface ends.
    ///   - clock: The host's clock.
    ///   - logger: The log.
    ///   - isOpen: Whether a visible page of a session is open, by the hash of its token.
    package init(
        host: any HostAccess,
        sender: BrowserPushSender,
        clock: any WallClock,
        logger: Logger,
        isOpen: @escaping @Sendable (String) -> Bool
    ) {
        self.host = host
        self.sender = sender
        self.clock = clock
        self.logger = logger
        self.isOpen = isOpen
    }

    /// Sends pushes until graceful shutdown or cancellation, those of earlier runs first.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await _ in host.browserPushEvents() { isChanged.raise() }
                }
                group.addTask { await addWaiting() }
                await queue.run { await step($0) }
                group.cancelAll()
            }
        }
        await sender.close()
    }

    /// Adds the browsers for which pushes are due, now, after each change, and when the next attempt is due.
    private func addWaiting() async {
        while !Task.isCancelled {
            do throws(HostError) {
                var next: Date?
                let now = clock.now
                for browser in try await host.send(ListWaitingBrowsersRequest()) {
                    if browser.nextAttempt <= now {
                        queue.add(browser.session)
                    } else {
                        next = min(next ?? browser.nextAttempt, browser.nextAttempt)
                    }
                }
                _ = await clock.wait(until: next, or: isChanged)
            } catch {
                log(error)
                // Throws only if the task is cancelled, which ends the loop.
                try? await Task.sleep(for: Self.storeDelay)
            }
        }
    }

    private func step(_ session: String) async -> KeyedSerialQueue<String>.Step {
        do {
            guard let push = try await host.send(GetNextBrowserPushRequest(session)), push.nextAttempt <= clock.now
            else { return .idle }
            let decision = push.date + Self.pageTime
            if push.kind == .show, isOpen(session), clock.now < decision {
                _ = try await clock.wait(until: decision)
            } else {
                try await deliver(push)
            }
            return .done
        } catch is CancellationError {
            return .stopping
        } catch {
            log(error)
            return .retry(after: Self.storeDelay)
        }
    }

    private func deliver(_ push: BrowserPush) async throws {
        let session = push.subscription.session
        guard clock.now.timeIntervalSince(push.lastSeen) <= Self.lifetime else {
            return try await host.send(UnsubscribeBrowserRequest(session))
        }
        guard var messages = try await messages(for: push) else { return try await note(.drop(push)) }
        // The store says whether it is still wanted; from here on the browser may show it.
        guard try await host.send(NoteBrowserPushRequest(.begin(push))) else { return }
        var outcome = try await sender.send(messages.removeFirst(), to: push.subscription)
        while outcome == .tooLarge, !messages.isEmpty {
            outcome = try await sender.send(messages.removeFirst(), to: push.subscription)
        }
        var metadata: Logger.Metadata = ["notification": "\(push.notification)", "push": "\(push.kind.rawValue)"]
        switch outcome {
        case .accepted:
            try await note(.accept(push))
            logger.debug("A push service accepted a push", metadata: metadata)
        case .gone:
            try await host.send(UnsubscribeBrowserRequest(session, endpoint: push.subscription.endpoint))
            logger.notice("A browser's subscription to pushes has ended")
        case .retry(let after, let reason):
            let wait = RetryDelay.wait(after: push.attempts + 1, retryAfter: after)
            try await note(.postpone(session: session, until: clock.now + wait / .seconds(1)))
            metadata["reason"] = "\(reason)"
            metadata["wait"] = "\(wait)"
            logger.info("A push service did not accept a push; it is sent again", metadata: metadata)
        case .tooLarge, .refused:
            try await note(.drop(push))
            metadata["answer"] = "\(outcome)"
            logger.warning("A push service refused a push", metadata: metadata)
        }
    }

    private func note(_ operation: BrowserPushOperation) async throws {
        _ = try await host.send(NoteBrowserPushRequest(operation))
    }

    /// The message of a push, followed by shorter ones; `nil` if there is nothing to send any more.
    private func messages(for push: BrowserPush) async throws -> [PushMessage]? {
        let viewer = Viewer(language: push.subscription.language, zone: clock.zone.identifier)
        guard push.kind == .show else {
            guard PushContent.mayRemove(push), isRecent(push, PushContent.closingTime) else { return nil }
            return [try PushContent.message(removing: push, badge: try await badge(for: viewer))]
        }
        guard !isOpen(push.subscription.session),
            let notification = try await host.send(GetNotificationRequest(push.notification, for: viewer)),
            isRecent(push, PushContent.timeToLive(of: notification.level))
        else { return nil }
        let badge = try await badge(for: viewer)
        let messages = PushContent.sizes.compactMap { size in
            try? PushContent.message(showing: notification, for: push, badge: badge, size: size)
        }
        return messages.isEmpty ? nil : messages
    }

    private func isRecent(_ push: BrowserPush, _ seconds: Int) -> Bool {
        clock.now.timeIntervalSince(push.date) <= Double(seconds)
    }

    private func badge(for viewer: Viewer) async throws -> Int {
        try await host.send(GetNotificationSummaryRequest(for: viewer)).badgeSum
    }

    private func log(_ error: any Error) {
        let reason = (error as? HostError)?.message ?? "\(error)"
        logger.error("Pushes to browsers cannot be sent", metadata: ["error": "\(reason)"])
    }
}
