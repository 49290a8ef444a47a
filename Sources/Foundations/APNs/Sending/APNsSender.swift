import AsyncHTTPClient
public import FoundationEssentials
import NIOCore
import NIOHTTP1
import PushEncoding

/// Sends notifications to APNs over HTTP/2.
///
/// All notifications share a connection, each with a stream of its own; the number of concurrent streams is limited by
/// APNs, and further notifications wait. A notification that is not accepted is not kept: the caller decides by the
/// ``APNsOutcome``.
public final class APNsSender: Sendable {
    /// The largest number of bytes that are read of a response body.
    private static let answerLimit = 4096

    private let server: APNsServer
    private let timeout: Duration
    private let client: HTTPClient
    private let tokens: ProviderTokens
    private let now: @Sendable () -> Date
    private let reportUnreachable: @Sendable (String) -> Void

    /// Creates a sender; ``shutdown()`` must be called when it is no longer used.
    ///
    /// The timeout is the longest time for sending a notification, including the wait for a free stream, and again for
    /// the response body. `reportUnreachable` receives the name of a server that could not be reached and the reason,
    /// for a log.
    public init(
        credentials: APNsCredentials,
        server: APNsServer = .production,
        timeout: Duration = .seconds(30),
        now: @escaping @Sendable () -> Date = { Date() },
        reportUnreachable: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.server = server
        self.timeout = timeout
        self.now = now
        self.reportUnreachable = reportUnreachable
        tokens = ProviderTokens(credentials: credentials)
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = server.tls
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(10)
        // Apple asks providers to keep connections open.
        configuration.connectionPool.idleTimeout = .minutes(30)
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(configuration: configuration)
    }

    /// Closes the connections; must not be called while a notification is being sent.
    ///
    /// - Throws: An error of AsyncHTTPClient if a connection did not close.
    public func shutdown() async throws { try await client.shutdown() }

    /// Sends a notification once, and again with a new provider token if APNs reports the token as expired.
    ///
    /// The device token is the one that the app received from its device, in hexadecimal.
    ///
    /// - Returns: The outcome; ``APNsOutcome/retry(reason:)`` if APNs did not respond.
    /// - Throws: ``APNsError`` if the notification or the device token cannot be sent, `CancellationError` if the task was
    ///   cancelled, or an error of the Crypto module.
    @concurrent
    public func send(_ notification: APNsNotification, to deviceToken: String) async throws -> APNsOutcome {
        guard (2...512).contains(deviceToken.utf8.count), deviceToken.utf8.count.isMultiple(of: 2),
            deviceToken.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { throw APNsError(.invalidDeviceToken, "The device token is not hexadecimal.") }
        let limit = notification.type == .voip ? APNsPayload.maximumVoIPLength : APNsPayload.maximumLength
        var request = HTTPClientRequest(url: "\(server.origin)/3/device/\(deviceToken.lowercased())")
        request.method = .POST
        request.headers = HTTPHeaders(try notification.headers())
        request.body = .bytes(ByteBuffer(bytes: try notification.payload.encoded(limit: limit)))
        let token = try tokens.current(now: now())
        let outcome = try await send(request, token: token)
        guard outcome == .misconfigured(reason: APNsReason.expiredProviderToken.rawValue),
            let next = try tokens.replacement(of: token, now: now())
        else { return outcome }
        return try await send(request, token: next)
    }

    private func send(_ request: HTTPClientRequest, token: String) async throws -> APNsOutcome {
        var request = request
        request.headers.replaceOrAdd(name: "authorization", value: "bearer \(token)")
        do {
            let response = try await client.execute(request, timeout: TimeAmount(timeout))
            let body = try await response.beginningOfBody(limit: Self.answerLimit, within: timeout)
            // A status of 200 suffices; the reason for any other status is in the body.
            guard body != nil || response.status == .ok else { return .retry(reason: "The answer of APNs broke off.") }
            return APNsOutcome(
                status: Int(response.status.code),
                id: response.headers.first(name: "apns-id"),
                body: body ?? []
            )
        } catch {
            try Task.checkCancellation()
            reportUnreachable("\(server.origin): \(error.loggedText)")
            return .retry(reason: "APNs cannot be reached.")
        }
    }
}
