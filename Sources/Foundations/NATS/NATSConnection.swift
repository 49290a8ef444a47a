import CNATS

/// One connection of the official C client to a server, and a subscription to one subject; it is not opened again.
///
/// Its functions may be called on any thread.
final class NATSConnection: Sendable {
    /// What came.
    enum Delivery: Hashable {
        /// The text of a message.
        case text(String)
        /// Messages were dropped, since more came than were read.
        case gap
    }

    /// The limits of messages that were not read yet.
    private static let (pendingMessages, pendingBytes): (Int32, Int32) = (1000, 8 << 20)
    /// The time after which a call without a message returns, in milliseconds.
    private static let idleTime: Int64 = 5000

    private let functions: nats_functions
    private let address: NATSAddress
    private let subject: String
    // The library counts references to both and locks them itself, so that any thread may use them until the end of this
    // object destroys them.
    private nonisolated(unsafe) let connection: OpaquePointer
    private nonisolated(unsafe) let subscription: OpaquePointer?

    /// Connects and subscribes, so that all that is published after the return comes; it blocks, and without an end if
    /// the server does not answer the TLS handshake.
    init(_ address: NATSAddress, subject: String) throws(NATSError) {
        let options = try NATSOptions(address)
        functions = options.functions
        self.address = address
        self.subject = subject
        var opened: OpaquePointer?
        let status = functions.natsConnection_Connect(&opened, options.pointer)
        guard status == NATS_OK, let opened else {
            throw NATSError(Self.explain(status, functions.lastError, address, subject))
        }
        connection = opened
        var subscribed: OpaquePointer?
        let result = functions.natsConnection_SubscribeSync(&subscribed, opened, subject)
        // When this throws from here on, the end of the object closes the connection.
        subscription = subscribed
        guard result == NATS_OK,
            functions.natsSubscription_SetPendingLimits(subscribed, Self.pendingMessages, Self.pendingBytes) == NATS_OK,
            functions.natsConnection_FlushTimeout(opened, NATSOptions.timeout) == NATS_OK
        else { throw failure }
        try checkPermission()
    }

    deinit {
        functions.natsSubscription_Destroy(subscription)
        functions.natsConnection_Destroy(connection)
    }

    /// Gives a text to the library, which sends it soon or loses it with the connection; returns `false` if it cannot.
    func publish(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            functions.natsConnection_Publish(connection, subject, bytes.baseAddress, Int32(bytes.count)) == NATS_OK
        }
    }

    /// Waits for a message; returns `nil` after some seconds without one, and for one that is no text.
    ///
    /// - Throws: ``NATSError`` if the connection is closed or lost, or the server does not permit the subject.
    func next() throws(NATSError) -> Delivery? {
        var message: OpaquePointer?
        let status = functions.natsSubscription_NextMsg(&message, subscription, Self.idleTime)
        defer { functions.natsMsg_Destroy(message) }
        try checkPermission()
        switch status {
        case NATS_OK:
            let length = Int(functions.natsMsg_GetDataLength(message))
            guard let data = functions.natsMsg_GetData(message) else { return nil }
            let bytes = UnsafeRawBufferPointer(start: data, count: length)
            return String(validating: bytes, as: UTF8.self).map(Delivery.text)
        case NATS_TIMEOUT: return nil
        case NATS_SLOW_CONSUMER: return .gap
        default: throw failure
        }
    }

    /// Closes the connection, also for a call that waits; it may block for half a second.
    func close() { functions.natsConnection_Close(connection) }

    /// A server says that a subject is not permitted without closing the connection.
    private func checkPermission() throws(NATSError) {
        var text: UnsafePointer<CChar>?
        if functions.natsConnection_GetLastError(connection, &text) == NATS_NOT_PERMITTED { throw failure }
    }

    private var failure: NATSError {
        var text: UnsafePointer<CChar>?
        let status = functions.natsConnection_GetLastError(connection, &text)
        return NATSError(Self.explain(status, text.map { String(cString: $0) } ?? "", address, subject))
    }

    private static func explain(
        _ status: natsStatus,
        _ detail: String,
        _ address: NATSAddress,
        _ subject: String
    ) -> String {
        let server = "The NATS server at \(address)"
        let suffix = detail.isEmpty ? "" : " (\(detail))"
        return switch status {
        case NATS_NO_SERVER, NATS_TIMEOUT: "\(server) does not answer."
        case NATS_SECURE_CONNECTION_WANTED:
            "\(server) has no TLS. Give it a certificate; without TLS its address is nats://\(address)?tls=off."
        case NATS_SSL_ERROR:
            """
            \(server) has no certificate for \(address.host) of an authority in \(address.authorities ?? "its address"); \
            name the file of another authority with ca=PATH.\(suffix)
            """
        case NATS_CONNECTION_AUTH_FAILED:
            """
            \(server) refuses who this is; name credentials with creds=PATH in its address, or a user and \
            passfile=PATH.\(suffix)
            """
        case NATS_NOT_PERMITTED:
            "\(server) does not permit to publish and to subscribe to \(subject); let it permit both.\(suffix)"
        default: "The connection to the NATS server at \(address) is lost.\(suffix)"
        }
    }
}
