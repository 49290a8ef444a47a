import Foundation
package import HostModel
import JSON
package import Logging
import Synchronization
package import TodayProtocol
package import WebPush

/// Sends messages to the push services of browsers, signed with the host's VAPID key.
///
/// The key is created when a browser first asks for it.
package final class BrowserPushSender: Sendable {
    /// The settings of a sender.
    package struct Configuration: Sendable {
        /// Reads the key, or creates it if there is none; throws `stateUnavailable` if it can do neither.
        package var readKey: @Sendable () throws(HostError) -> VAPIDKey
        /// Contact of the operator for push services: an https: or mailto: URL.
        package var subject: String
        /// `true` if push services on this machine are allowed; for tests.
        package var allowsLoopback: Bool
        /// Timeout for the answer of a push service.
        package var timeout: Duration

        package init(
            readKey: @escaping @Sendable () throws(HostError) -> VAPIDKey,
            subject: String,
            allowsLoopback: Bool = false,
            timeout: Duration = .seconds(30)
        ) {
            self.readKey = readKey
            self.subject = subject
            self.allowsLoopback = allowsLoopback
            self.timeout = timeout
        }
    }

    private struct State {
        var key: VAPIDKey?
        var sender: PushSender?
        var isClosed = false
        /// Sessions to which a test is being sent.
        var tested: Set<String> = []
    }

    private let configuration: Configuration
    private let logger: Logger
    private let state = Mutex(State())

    package init(_ configuration: Configuration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Returns the public key that pages subscribe with; the first call creates it.
    ///
    /// - Throws: `stateUnavailable` if the key file cannot be read or created.
    package func publicKey() throws(HostError) -> String {
        try state.withLock { (state) throws(HostError) in try key(&state).publicKey }
    }

    /// Maximum size of the JSON of a subscription, in bytes.
    package static var subscriptionLimit: Int { PushSubscription.maximumLength }

    /// Reads the JSON of a browser's `PushSubscription.toJSON()`.
    ///
    /// - Parameters:
    ///   - json: At most ``subscriptionLimit`` bytes.
    ///   - session: The hash of the session token of the browser.
    ///   - origin: The origin of the pages in this browser.
    ///   - language: The language of the person in this browser.
    /// - Returns: The subscription, for the host to store.
    /// - Throws: `invalid` if it is malformed, or its push service is not allowed.
    package func subscription(
        json: [UInt8],
        of session: String,
        origin: String,
        language: String
    ) throws(HostError) -> BrowserSubscription {
        let parsed: PushSubscription
        do throws(WebPushError) {
            parsed = try PushSubscription(json: json, allowsLoopback: configuration.allowsLoopback)
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
                allowsLoopback: configuration.allowsLoopback
            )
        } catch {
            return .refused(status: 0, reason: error.message)
        }
        let sender = try state.withLock { (state) throws in
            if let sender = state.sender { return sender }
            guard !state.isClosed else { throw CancellationError() }
            var settings = PushSender.Configuration()
            settings.allowsLoopback = configuration.allowsLoopback
            settings.timeout = configuration.timeout
            let sender = try PushSender(
                key: key(&state),
                subject: configuration.subject,
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
        let key = try configuration.readKey()
        state.key = key
        return key
    }
}

// MARK: - A test

/// Result of a test, hop by hop.
package struct PushTest: Codable, Hashable, Sendable {
    /// Host name of the push service.
    package var service: String
    /// Size of the encrypted message, in bytes.
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
    /// - Parameters:
    ///   - subscription: The subscription of the browser.
    ///   - id: The id that the service worker reports to the page when the test arrives.
    ///   - title: The title of the notification.
    ///   - body: The text of the notification.
    /// - Returns: The result up to the push service; the browser itself reports the arrival.
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
