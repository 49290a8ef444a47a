import AsyncPrimitives
import Foundation
package import HostClock
package import HostModel
package import Logging
import ServiceLifecycle
import TodayProtocol
import WebPush

/// Subscribed browsers as a surface: sends notifications that show a banner to the browsers' push services, and removes
/// them once they are answered, withdrawn or replaced.
///
/// The host's store is the outbox: the commit that delivers a notification adds a row to it, which stays until the push
/// service has accepted the message. Each browser is sent one message at a time, the oldest first. A browser with an
/// open page is sent nothing, unless the page is just being closed.
package struct PushSurface: Service {
    private static let storeDelay = Duration.seconds(5)
    /// Time since a device was last seen after which it gets no more pushes, in seconds: the lifetime of its session.
    static let lifetime = 180.0 * 86_400
    /// Time for which a notification is held back from a browser with an open page, in seconds; if a page is still open
    /// then, it is not sent.
    ///
    /// The host learns of a closed page with a short delay, in which nobody sees new notifications.
    static let pageTime = 3.0

    private let host: any HostAccess
    private let sender: BrowserPushSender
    private let clock: any WallClock
    private let present: SteadyDate
    private let isOpen: @Sendable (String) -> Bool
    private let logger: Logger
    private let queue = KeyedSerialQueue<String>()
    private let isChanged = Signal()

    /// Prepares the surface; it sends nothing before ``run()``, at the end of which it closes the sender.
    ///
    /// `isOpen` takes the hash of a session's token, and returns `true` if the session has an open, visible page.
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
        present = SteadyDate(now: { clock.now })
        self.logger = logger
        self.isOpen = isOpen
    }

    /// Sends pushes until graceful shutdown or cancellation, beginning with those of earlier runs.
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

    /// Queues the browsers with due pushes: at the start, after each change, and when the next retry is due.
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
        guard present.value.timeIntervalSince(push.lastSeen) <= Self.lifetime else {
            return try await host.send(UnsubscribeBrowserRequest(session, because: .unseen))
        }
        var messages: [PushMessage]
        switch try await content(of: push) {
        case .messages(let all): messages = all
        case .nothing(let hop):
            return try await note(.drop(push), hop.map { TraceNote($0, of: push.notification) })
        }
        // The store says whether the push is still wanted; from here on the browser may show it.
        guard try await host.send(NoteBrowserPushRequest(.begin(push))) else { return }
        var outcome = try await sender.send(messages.removeFirst(), to: push.subscription)
        while outcome == .tooLarge, !messages.isEmpty {
            outcome = try await sender.send(messages.removeFirst(), to: push.subscription)
        }
        var metadata: Logger.Metadata = ["notification": "\(push.notification)", "push": "\(push.kind.rawValue)"]
        switch outcome {
        case .accepted:
            try await note(.accept(push), push.trace(.accepted))
            logger.debug("A push service accepted a push", metadata: metadata)
        case .gone:
            let endpoint = push.subscription.endpoint
            try await host.send(
                UnsubscribeBrowserRequest(session, endpoint: endpoint, because: .service, trace: push.trace(.gone))
            )
            logger.notice("A browser's subscription to pushes has ended")
        case .retry(let after, let reason):
            let wait = RetryDelay.wait(after: push.attempts + 1, retryAfter: after)
            let date = clock.now + wait / .seconds(1)
            try await note(.postpone(session: session, until: date), push.trace(.retry))
            metadata["reason"] = "\(reason)"
            metadata["wait"] = "\(wait)"
            logger.info("A push service did not accept a push; it is sent again", metadata: metadata)
        case .tooLarge, .refused:
            var status: Int?
            if case .refused(let code, _) = outcome { status = code == 0 ? nil : code }
            try await note(.drop(push), push.trace(outcome == .tooLarge ? .tooLarge : .refused, status: status))
            metadata["answer"] = "\(outcome)"
            logger.warning("A push service refused a push", metadata: metadata)
        }
    }

    private func note(_ operation: BrowserPushOperation, _ trace: TraceNote?) async throws {
        _ = try await host.send(NoteBrowserPushRequest(operation, trace: trace))
    }

    private enum Content {
        /// The message, followed by shorter versions of it.
        case messages([PushMessage])
        /// Nothing, with the reason for the trace of the notification; `nil` if the notification no longer exists.
        case nothing(TraceHop?)
    }

    private func content(of push: BrowserPush) async throws -> Content {
        let viewer = Viewer(language: push.subscription.language, zone: clock.zone.identifier)
        guard push.kind == .show else {
            guard PushContent.mayRemove(push), isRecent(push, PushContent.closingTime) else { return .nothing(nil) }
            return .messages([try PushContent.message(removing: push, badge: try await badge(for: viewer))])
        }
        let surface = TraceSurface.browser(session: push.subscription.session)
        guard !isOpen(push.subscription.session) else { return .nothing(.withheld(.pageOpen, from: surface)) }
        guard let notification = try await host.send(GetNotificationRequest(push.notification, for: viewer)) else {
            return .nothing(nil)
        }
        guard isRecent(push, PushContent.delivery(of: notification.level).timeToLive) else {
            return .nothing(.expired(for: surface))
        }
        let badge = try await badge(for: viewer)
        let messages = PushContent.sizes.compactMap { size in
            try? PushContent.message(showing: notification, for: push, badge: badge, size: size)
        }
        return messages.isEmpty ? .nothing(nil) : .messages(messages)
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

extension BrowserPush {
    /// Returns the trace entry for the push service's answer; `nil` for a push that only removes a notification.
    fileprivate func trace(_ answer: TraceEvent.Answer, status: Int? = nil) -> TraceNote? {
        guard kind == .show else { return nil }
        let surface = TraceSurface.browser(session: subscription.session)
        return TraceNote(
            .sent(to: surface, service: subscription.service, answer, status: status),
            of: notification
        )
    }
}

extension BrowserSubscription {
    /// The host name of the push service.
    var service: String { URL(string: endpoint)?.host(percentEncoded: false) ?? "" }
}
