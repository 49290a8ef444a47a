import Foundation
package import HostModel
import JSON
package import Logging
import Synchronization
package import TodayProtocol
package import WebPush

/// Sends messages to the push services of browsers, signed with the host's VAPID key.
package final class BrowserPushSender: Sendable {
    private struct State {
        var key: VAPIDKey?
        var sender: PushSender?
        var isClosed = false
        /// The sessions to which a test is being sent.
        var tested: Set<String> = []
    }

    private let readKey: @Sendable () throws(HostError) -> VAPIDKey
    private let subject: String
    private let allowsLoopback: Bool
    private let logger: Logger
    private let state = Mutex(State())

    /// Makes a sender; `subject` is the contact of the operator for push services, an https: or mailto: URL.
    ///
    /// `readKey` creates the key if there is none, and throws `stateUnavailable` if it can do neither. With
    /// `allowsLoopback`, push services may be on this machine, for tests.
    package init(
        subject: String,
        allowsLoopback: Bool,
        logger: Logger,
        readKey: @escaping @Sendable () throws(HostError) -> VAPIDKey
    ) {
        self.subject = subject
        self.allowsLoopback = allowsLoopback
        self.logger = logger
        self.readKey = readKey
    }

    /// Returns the public key that pages subscribe with; the first call creates it.
    package func publicKey() throws(HostError) -> String {
        try state.withLock { (state) throws(HostError) in try key(&state).publicKey }
    }

    package static var subscriptionLimit: Int { PushSubscription.maximumLength }

    /// Reads the JSON of a browser's `PushSubscription.toJSON()`, at most ``subscriptionLimit`` bytes.
    ///
    /// `session` is the hash of the session's token, `origin` that of the pages in this browser.
    ///
    /// - Throws: `invalid` if it is malformed, or its push service is not allowed.
    package func subscription(
        json: [UInt8],
        of session: String,
        origin: String,
        language: String
    ) throws(HostError) -> BrowserSubscription {
        let parsed: PushSubscription
        do throws(WebPushError) {
            parsed = try PushSubscription(json: json, allowsLoopback: allowsLoopback)
        } catch {
            throw HostError(.invalid, .pushRefusal, cause: error)
        }
        return BrowserSubscription(
            session: session,
            endpoint: parsed.endpoint,
            publicKey: Data(parsed.publicKey),
            secret: Data(parsed.authenticationSecret),
            origin: origin,
            language: language
        )
    }

    /// Sends a message; does not retry.
    ///
    /// - Throws: `HostError` if the key cannot be read, `CancellationError`, or an error of the Crypto module.
    func send(_ message: PushMessage, to subscription: BrowserSubscription) async throws -> PushOutcome {
        let target: PushSubscription
        do throws(WebPushError) {
            target = try PushSubscription(
                endpoint: subscription.endpoint,
                publicKey: Array(subscription.publicKey),
                authenticationSecret: Array(subscription.secret),
                allowsLoopback: allowsLoopback
            )
        } catch {
            return .refused(status: 0, reason: error.message)
        }
        let sender = try state.withLock { (state) throws in
            if let sender = state.sender { return sender }
            guard !state.isClosed else { throw CancellationError() }
            var settings = PushSender.Configuration()
            settings.allowsLoopback = allowsLoopback
            let sender = try PushSender(
                key: key(&state),
                subject: subject,
                configuration: settings,
                reportUnreachable: { [logger] cause in
                    logger.notice("A push service cannot be reached", metadata: ["error": "\(cause)"])
                }
            )
            state.sender = sender
            return sender
        }
        return try await sender.send(message, to: target)
    }

    /// Closes the connections; no message is sent afterwards.
    func close() async {
        let sender = state.withLock { state in
            state.isClosed = true
            return state.sender.take()
        }
        try? await sender?.shutdown()
    }

    private func key(_ state: inout State) throws(HostError) -> VAPIDKey {
        if let key = state.key { return key }
        let key = try readKey()
        state.key = key
        return key
    }
}

// MARK: - A test

/// Result of a test, hop by hop.
package struct PushTest: Codable, Hashable, Sendable {
    package var service: String
    /// The size of the encrypted message.
    package var bytes: Int
    /// `true` if the push service has accepted the message.
    package var isAccepted: Bool
    /// `true` if the push service says that the subscription has ended.
    package var isGone: Bool
    /// Answer of the push service; empty if it accepted the message.
    package var answer: LocalizableText
}

extension BrowserPushSender {
    /// Sends a test to a browser; does not retry.
    ///
    /// The result says what happened up to the push service. The service worker reports the arrival, with the id, to
    /// the page.
    ///
    /// - Throws: `invalid` while an earlier test of the browser is being sent; `stateUnavailable` if the key cannot be
    ///   read.
    package func sendTest(
        to subscription: BrowserSubscription,
        id: String,
        title: String,
        body: String
    ) async throws(HostError) -> PushTest {
        let isFirst = state.withLock { $0.tested.insert(subscription.session).inserted }
        guard isFirst else { throw HostError(.invalid, .pushTestRuns) }
        defer { _ = state.withLock { $0.tested.remove(subscription.session) } }
        do {
            var notification = DeclarativeNotification(
                title: title,
                navigate: "\(subscription.origin)/settings#sessions"
            )
            notification.body = body
            notification.tag = "today-test"
            notification.language = subscription.language
            notification.icon = "\(subscription.origin)/icon/touch.png"
            notification.data = ["test": .string(id)]
            let message = try PushMessage(content: notification.content(), timeToLive: 60, urgency: .high)
            let outcome = try await send(message, to: subscription)
            // Encryption adds 103 bytes.
            return PushTest(subscription, bytes: message.content.count + 103, outcome)
        } catch {
            throw (error as? HostError) ?? HostError(.internal, "The test could not be sent.", cause: error)
        }
    }
}

extension PushTest {
    fileprivate init(_ subscription: BrowserSubscription, bytes: Int, _ outcome: PushOutcome) {
        let answer: LocalizableText =
            switch outcome {
            case .accepted, .gone: ""
            case .tooLarge: "413"
            case .notPublic: .pushServiceNotPublic
            case .unreachable: .pushServiceUnreachable
            // Status 0: no request was made.
            case .retry(_, let reason), .refused(0, let reason): .text(String(reason.prefix(300)))
            case .refused(let status, let reason): .text(String("\(status) \(reason)".prefix(300)))
            }
        var isAccepted = false
        if case .accepted = outcome { isAccepted = true }
        self.init(
            service: subscription.service,
            bytes: bytes,
            isAccepted: isAccepted,
            isGone: outcome == .gone,
            answer: answer
        )
    }
}
