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
        /// `true` if push services on loopback addresses are allowed; for tests.
        public var allowsLoopback = false
        /// The longest time until a push service responds, and again until it has sent the body.
        public var timeout = Duration.seconds(30)
        /// The longest time for a connection attempt.
        public var connectTimeout = Duration.seconds(10)

        /// Creates the default settings.
        public init() {}
    }

    /// The largest number of bytes that are read of a response body, for the reason of a rejection.
    private static let reasonLimit = 512

    private let configuration: Configuration
    private let client: OutgoingClient
    private let tokens: VAPIDTokens
    private let now: @Sendable () -> Date
    private let reportUnreachable: @Sendable (String) -> Void

    /// Creates a sender; ``shutdown()`` must be called when it is no longer used.
    ///
    /// The key is that with which the subscriptions were created, the subject the contact address of the operator: a
    /// `mailto:` or `https:` URL. `reportUnreachable` receives the name of a push service that could not be reached and
    /// the reason, for a log.
    ///
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
        var clientConfiguration = HTTPClient.Configuration()
        clientConfiguration.timeout.connect = TimeAmount(configuration.connectTimeout)
        clientConfiguration.connectionPool.idleTimeout = .seconds(60)
        client = OutgoingClient(clientConfiguration)
    }

    /// Closes the connections; must not be called while a message is being sent.
    ///
    /// - Throws: An error of AsyncHTTPClient if a connection did not close.
    public func shutdown() async throws { try await client.shutdown() }

    /// Encrypts a message and sends it once.
    ///
    /// - Returns: The outcome; ``PushOutcome/retry(after:reason:)`` if the push service did not respond.
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
        // The client adds `Content-Length`.
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
            return .notPublic
        } catch {
            try Task.checkCancellation()
            reportUnreachable("\(subscription.audience): \(error.loggedText)")
            return .unreachable
        }
    }

    /// Reads the beginning of a response body; returns an empty text if it cannot be read.
    private static func reason(in response: HTTPClientResponse, within time: Duration) async throws -> String {
        let bytes = try await response.beginningOfBody(limit: reasonLimit, within: time) ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
