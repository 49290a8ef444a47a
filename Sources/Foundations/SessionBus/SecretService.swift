import Foundation

/// The Secret Service of a session (`org.freedesktop.secrets`, draft 0.2): the keyring of the person's desktop, which
/// encrypts secrets and is unlocked at login.
///
/// A secret is an item of the default collection, and is found by its attributes, which are not secret. The person is
/// never asked for a password: while the collection is locked, each function fails with
/// ``SecretServiceError/Code/locked``.
///
/// Secrets are sent over the bus unencrypted (the algorithm `plain`). The socket of the bus belongs to the person, and
/// a program that can read its traffic can also ask the service; so only an address on this machine is accepted.
package struct SecretService: Sendable {
    static let name = "org.freedesktop.secrets"
    private static let path = "/org/freedesktop/secrets"
    private static let interface = "org.freedesktop.Secret"
    /// The collection that exists only in memory, so that it is unsuitable for lasting secrets.
    private static let sessionCollection = "/org/freedesktop/secrets/collection/session"
    /// The longest time for each function, including the start of a service that is not running.
    private static let limit = Duration.seconds(3)

    private let address: SessionBusAddress

    package init(at address: SessionBusAddress) { self.address = address }

    /// Reads the secret of the item with the given attributes; `nil` if the default collection is unlocked and has
    /// none.
    package func secret(with attributes: [String: String]) async throws(SecretServiceError) -> [UInt8]? {
        try await perform { connection throws(SecretServiceError) in
            let (open, locked) = try connection.items(with: attributes)
            guard let item = open.first else {
                // Some services find no items in a locked collection.
                guard locked.isEmpty, try connection.defaultCollection().isOpen else { throw .locked }
                return nil
            }
            return try connection.secret(of: item)
        }
    }

    /// Stores a secret in the default collection, with a label for people, and replaces one with the same attributes;
    /// it counts as stored only if it can be read back, and otherwise may be stored or not.
    package func store(
        _ secret: [UInt8],
        label: String,
        attributes: [String: String]
    ) async throws(SecretServiceError) {
        try await perform { connection throws(SecretServiceError) in
            let (collection, isOpen) = try connection.defaultCollection()
            guard isOpen else { throw .locked }
            let item = try connection.makeItem(secret, label: label, attributes: attributes, in: collection)
            guard try connection.secret(of: item) == secret else {
                throw SecretServiceError(.failed, "The Secret Service gives back another secret than it was given.")
            }
        }
    }

    /// Deletes the secrets with the given attributes; it is not an error if there are none.
    package func delete(attributes: [String: String]) async throws(SecretServiceError) {
        try await perform { connection throws(SecretServiceError) in
            let (open, locked) = try connection.items(with: attributes)
            guard locked.isEmpty else { throw .locked }
            for item in open { try connection.delete(item) }
        }
    }

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(SecretServiceError) -> Value
    ) async throws(SecretServiceError) -> Value {
        guard address.isLocal else {
            let reason = "The session bus may be on another machine, so no secret is sent over it."
            throw SecretServiceError(.missing, reason)
        }
        let deadline = ContinuousClock.now + Self.limit
        let address = address
        return try await Thread.run { () throws(SecretServiceError) in
            try body(Connection(to: address, until: deadline))
        }.get()
    }

    private struct Connection {
        private let loop: BusLoop
        private let deadline: ContinuousClock.Instant
        /// The session with the service, which ends with the connection.
        private var session = ""

        init(to address: SessionBusAddress, until deadline: ContinuousClock.Instant) throws(SecretServiceError) {
            self.deadline = deadline
            do throws(BusError) { loop = try BusLoop(address: address.text) } catch {
                throw SecretServiceError(.missing, "The session bus does not answer: \(error.message)")
            }
            let arguments: [BusValue] = [.string("plain"), .variant(.string(""))]
            guard case .path(let session)? = try call("Service", "OpenSession", arguments).last else {
                throw .malformed
            }
            self.session = session
        }

        /// Returns the unlocked and the locked items that have the given attributes.
        func items(with attributes: [String: String]) throws(SecretServiceError) -> (open: [String], locked: [String]) {
            let values = try call("Service", "SearchItems", [.texts(attributes)])
            guard values.count == 2, case .paths(let open) = values[0], case .paths(let locked) = values[1] else {
                throw .malformed
            }
            return (open, locked)
        }

        /// Returns the default collection, and `true` if it is unlocked.
        func defaultCollection() throws(SecretServiceError) -> (path: String, isOpen: Bool) {
            guard case .path(let path)? = try call("Service", "ReadAlias", [.string("default")]).first else {
                throw .malformed
            }
            guard path != "/", path != SecretService.sessionCollection else {
                throw SecretServiceError(.missing, "The Secret Service has no default keyring.")
            }
            let property: [BusValue] = [.string("\(SecretService.interface).Collection"), .string("Locked")]
            let values = try send("org.freedesktop.DBus.Properties", "Get", property, to: path)
            guard case .variant(.boolean(let isLocked))? = values.first else { throw .malformed }
            return (path, !isLocked)
        }

        func secret(of item: String) throws(SecretServiceError) -> [UInt8] {
            guard case .structure(let fields)? = try call("Item", "GetSecret", [.path(session)], to: item).first,
                fields.count == 4, case .bytes(let secret) = fields[2]
            else { throw .malformed }
            return secret
        }

        /// Creates or replaces an item in an unlocked collection, and returns its path.
        func makeItem(
            _ secret: [UInt8],
            label: String,
            attributes: [String: String],
            in collection: String
        ) throws(SecretServiceError) -> String {
            let arguments: [BusValue] = [
                .dictionary([
                    "\(SecretService.interface).Item.Label": .string(label),
                    "\(SecretService.interface).Item.Attributes": .texts(attributes),
                ]),
                .structure([.path(session), .bytes([]), .bytes(secret), .string("application/octet-stream")]),
                .boolean(true),
            ]
            let values = try call("Collection", "CreateItem", arguments, to: collection)
            guard case .path(let item)? = values.first else { throw .malformed }
            // No item was created if the service must ask the person first.
            guard item != "/" else { throw .locked }
            return item
        }

        func delete(_ item: String) throws(SecretServiceError) {
            guard case .path(let prompt)? = try call("Item", "Delete", [], to: item).first else { throw .malformed }
            guard prompt == "/" else { throw .locked }
        }

        private func call(
            _ interface: String,
            _ member: String,
            _ arguments: [BusValue],
            to path: String = SecretService.path
        ) throws(SecretServiceError) -> [BusValue] {
            try send("\(SecretService.interface).\(interface)", member, arguments, to: path)
        }

        private func send(
            _ interface: String,
            _ member: String,
            _ arguments: [BusValue],
            to path: String
        ) throws(SecretServiceError) -> [BusValue] {
            let call = BusCall(
                destination: SecretService.name,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments
            )
            let reply: BusReply
            do throws(BusError) { reply = try loop.reply(to: call, until: deadline) } catch {
                throw SecretServiceError(.failed, "The Secret Service cannot be asked: \(error.message)")
            }
            switch reply {
            case .values(let values): return values
            case .failure("org.freedesktop.Secret.Error.IsLocked"): throw .locked
            case .failure(let error) where BusReply.unreachableErrors.contains(error):
                throw SecretServiceError(.missing, "The session has no Secret Service.")
            case .failure(let error):
                throw SecretServiceError(.failed, "The Secret Service refuses \(member): \(error)")
            }
        }
    }
}

/// The reason why an operation of the Secret Service failed.
package struct SecretServiceError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// There is no bus, no service on it, or no default collection that is stored on disk.
        case missing
        case locked
        /// The service failed, or did not answer in time.
        case failed
    }

    package var code: Code
    /// A sentence for the log and for people.
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    static let locked = Self(.locked, "The keyring of the desktop is locked.")
    static let malformed = Self(.failed, "The Secret Service answers with something that is not in its specification.")
}
