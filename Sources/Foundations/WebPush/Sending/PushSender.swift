import AsyncHTTPClient
public import FoundationEssentials
import NIOCore
import NIOHTTP1
import OutgoingHTTP
import PushEncoding

/// Sends messages to browsers through their push services.
///
/// Connections are reused. A message that is not accepted is not kept: the caller decides by the ``PushOutcome``.
public final class PushSender: Sendable {
    /// The settings of a sender.
    public struct Configuration: Hashable, Sendable {
        /// Whether push services on loopback addresses are allowed; for tests.
        public var allowsLoopback = false
        /// How long a push service may take to answer, and once more to send the body of its answer.
        public var timeout = Duration.seconds(30)
        /// How long connecting may take.
        public var connectTimeout = Duration.seconds(10)

        /// Makes the default settings.
        public init() {}
    }

    /// How many bytes of an answer's body are read, for the reason of a refusal.
    private static let reasonLimit = 512

    private let configuration: Configuration
    private let client: OutgoingClient
    private let tokens: VAPIDTokens
    private let now: @Sendable () -> Date
    private let reportUnreachable: @Sendable (String) -> Void

    /// Makes a sender; ``shutdown()`` must be called when it is not used any more.
    ///
    /// - Parameters:
    ///   - key: The key that the subscriptions were made with.
    ///   - subject: How push services reach the operator: a `mailto:` or `https:` address.
    ///   - configuration: The settings.
    ///   - now: Returns the current time.
    ///   - reportUnreachable: Receives for a log which push service could not be reached, and why.
    /// - Throws: ``WebPushError`` with code `invalidKey` if the subject is another address.
    public init(
        key: VAPIDKey,
        subject: String,
        configuration: Configuration = Configuration(),
        now: @escaping @Sendable () -> Date = { Date() },
        reportUnreachable: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(WebPushError) {
        guard VAPIDKey.isSubject(subject) else {
            throw WebPushError(.invalidKey, "The subject of VAPID is a mailto: or https: address.")
        }
        self.configuration = configuration
        self.now = now
        self.reportUnreachable = reportUnreachable
        tokens = VAPIDTokens(key: key, subject: subject)
        client = OutgoingClient(Self.clientConfiguration(configuration))
    }

    /// Closes the connections; no message may be being sent.
    ///
    /// - Throws: An error of AsyncHTTPClient if a connection did not close.
    public func shutdown() async throws { try await client.shutdown() }

    /// Encrypts a message and sends it once.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - subscription: The browser.
    /// - Returns: What the push service answered; ``PushOutcome/retry(after:reason:)`` if it did not.
    /// - Throws: `CancellationError` if the task was cancelled, or an error of the Crypto module.
    @concurrent
    public func send(_ message: PushMessage, to subscription: PushSubscription) async throws -> PushOutcome {
        let body = try MessageEncryption.encrypt(message.content, for: subscription)
        var request = HTTPClientRequest(url: subscription.endpoint)
        request.method = .POST
        request.headers = [
            "ttl": "\(message.timeToLive)", "urgency": message.urgency.rawValue, "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "authorization": try tokens.authorization(for: subscription.audience, now: now()),
        ]
        if let topic = message.topic { request.headers.add(name: "topic", value: topic.description) }
        // The client adds Content-Length.
        request.body = .bytes(ByteBuffer(bytes: body))
        do {
            let policy = AddressPolicy(allowsLoopback: configuration.allowsLoopback)
            return try await client.send(request, to: policy, within: configuration.timeout) { response in
                PushOutcome(
                    status: Int(response.status.code),
                    location: response.headers.first(name: "location"),
                    retryAfter: response.headers.first(name: "retry-after"),
                    reason: try await Self.reason(in: response, within: configuration.timeout),
                    now: now()
                )
            }
        } catch OutgoingFailure.notAllowed {
            return .refused(status: 0, reason: "The push service is not on a public host.")
        } catch {
            try Task.checkCancellation()
            reportUnreachable("\(subscription.audience): \(error.loggedText)")
            return .retry(after: nil, reason: "The push service cannot be reached.")
        }
    }

    /// Reads the beginning of an answer's body; what cannot be read is no reason.
    private static func reason(in response: HTTPClientResponse, within time: Duration) async throws -> String {
        let bytes = try await response.beginningOfBody(limit: reasonLimit, within: time) ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    private static func clientConfiguration(_ configuration: Configuration) -> HTTPClient.Configuration {
        var result = HTTPClient.Configuration()
        result.timeout.connect = TimeAmount(configuration.connectTimeout)
        result.connectionPool.idleTimeout = .seconds(60)
        return result
    }
}
