import AsyncHTTPClient
import CloudStorage
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import OutgoingHTTP
import PushEncoding
import WebPush

/// Posts notifications to a webhook, only at addresses that its policy allows, whatever the name resolves to.
///
/// It keeps no notifications: the caller decides what to do by the ``OutboxAnswer``.
final class WebhookSender: Sendable {
    static let connectionLimit = 16
    /// The time limit from connecting until the head of the answer.
    static let timeout = Duration.seconds(15)
    /// The time limit for reading an answer's body; the connection is closed when it expires.
    static let bodyTimeout = Duration.seconds(5)
    /// The number of bytes of an answer's body after which the connection is closed; the content is ignored.
    static let answerLimit = 64 * 1024

    private let url: String
    private let appKey: String
    private let key: WebhookKey
    private let policy: AddressPolicy
    private let client: OutgoingClient
    private let logger: Logger

    /// Makes a sender, on which ``shutdown()`` must be called; ``CloudError`` `invalid` if the webhook cannot be used.
    init(_ webhook: Webhook, appKey: String, logger: Logger) throws(CloudError) {
        self.url = webhook.url
        self.appKey = appKey
        self.logger = logger
        policy = webhook.policy
        key = try WebhookKey(secret: webhook.secret)
        try webhook.checkURL()
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.idleTimeout = .seconds(60)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connectionLimit
        configuration.tlsConfiguration = try webhook.tls
        client = OutgoingClient(configuration)
    }

    /// Closes the connections; must not be called while notifications are being sent.
    func shutdown() async throws { try await client.shutdown() }

    /// Sends a notification once; ``OutboxAnswer/retry(after:reason:)`` if there was no answer.
    ///
    /// - Throws: `CancellationError` if the task was cancelled, or a `JSONSyntaxError` if the stored form cannot be
    ///   read.
    @concurrent
    func send(_ delivery: OutboxDelivery, at date: Date) async throws -> OutboxAnswer {
        let content = try WebhookRequest(delivery, appKey: appKey)
        let seconds = Int(date.timeIntervalSince1970)
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = [
            "content-type": "application/vnd.urbanairship+json; version=3", "data-attribute": "values",
            "user-agent": "Today", "webhook-id": content.id, "webhook-timestamp": "\(seconds)",
            "webhook-signature": key.signature(of: content.body, id: content.id, at: seconds),
        ]
        request.body = .bytes(ByteBuffer(bytes: content.body))
        do {
            return try await client.send(request, to: policy, within: Self.timeout) { response in
                // The status alone decides the outcome; the body is read so that the connection can be reused.
                _ = try await response.beginningOfBody(limit: Self.answerLimit, within: Self.bodyTimeout)
                return OutboxAnswer(
                    webhookStatus: Int(response.status.code),
                    retryAfter: response.headers.first(name: "retry-after"),
                    now: date
                )
            }
        } catch OutgoingFailure.notAllowed {
            return .misconfigured(reason: "The server is not on a public host.")
        } catch {
            try Task.checkCancellation()
            let metadata: Logger.Metadata = ["key": "\(appKey)", "error": "\(error.loggedText)"]
            logger.notice("A webhook cannot be reached", metadata: metadata)
            return .retry(after: nil, reason: "It cannot be reached.")
        }
    }
}

extension OutboxAnswer {
    /// Classifies the answer of a webhook by its status and the header `Retry-After`, in seconds or as a date.
    init(webhookStatus status: Int, retryAfter: String?, now: Date) {
        let reason = "status \(status)"
        switch status {
        case 200...299: self = .accepted
        case 410: self = .unregistered(reason: reason, since: nil)
        case 408, 425, 429, 500...599:
            self = .retry(after: retryAfter.flatMap { RetryDelay.parse($0, now: now) }, reason: reason)
        // The address or the secret is wrong, whatever the notification is.
        case 300...399, 401, 403, 404, 405: self = .misconfigured(reason: reason)
        default: self = .refused(reason: reason)
        }
    }
}

extension Webhook {
    /// The servers that the address may resolve to.
    fileprivate var policy: AddressPolicy { AddressPolicy(allowsLoopback: allowsLoopback) }

    /// The TLS settings: version 1.2 or later, with the server's name checked.
    fileprivate var tls: TLSConfiguration {
        get throws(CloudError) {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.minimumTLSVersion = .tlsv12
            guard let authorities else { return configuration }
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(authorities.utf8)), !certificates.isEmpty
            else { throw CloudError(.invalid, "The authorities are not certificates in PEM form.") }
            configuration.trustRoots = .certificates(certificates)
            return configuration
        }
    }

    fileprivate func checkURL() throws(CloudError) {
        guard let address = URL(string: url), url.utf8.count <= 2048 else {
            throw CloudError(.invalid, "A webhook has an https address, such as https://hooks.example.org/push.")
        }
        if let mistake = policy.mistake(in: address) { throw CloudError(.invalid, mistake) }
    }

    /// Checks that the webhook can be used, without contacting its server; the error names the mistake.
    package func check() throws(CloudError) {
        _ = try WebhookKey(secret: secret)
        _ = try tls
        try checkURL()
    }
}
