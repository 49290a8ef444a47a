package import FoundationEssentials
package import HostStorage

/// Adds a passkey to a device; the sender has checked it.
///
/// Fails with `notFound` if the device is not signed in, and with `invalid` if it has too many or there is one with the id.
package struct AddPasskeyRequest: HostRequest {
    /// The device's id.
    package var device: String
    /// The id that the authenticator gave the passkey.
    package var credentialID: Data
    /// The public key: an uncompressed point of P-256.
    package var publicKey: Data
    /// What the authenticator stores as the id of its account.
    package var userHandle: Data
    /// The id of the relying party: the name of the host of the pages that it is for.
    package var relyingParty: String
    /// How many signatures the authenticator has made.
    package var signCount: UInt32

    /// Makes a request.
    package init(
        to device: String,
        credentialID: Data,
        publicKey: Data,
        userHandle: Data,
        relyingParty: String,
        signCount: UInt32
    ) {
        self.device = device
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signCount = signCount
    }

    package func reply(from host: TodayHost) async throws {
        let operation = PasskeyOperation.add(
            device: device,
            credentialID: credentialID,
            publicKey: publicKey,
            userHandle: userHandle,
            relyingParty: relyingParty,
            signCount: signCount
        )
        try await host.components.store.durable.commit(.passkey(operation), origin: .person)
    }
}

/// Asks for the passkeys of all devices, oldest first.
package struct ListPasskeysRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws -> [Passkey] {
        try await host.components.store.durable.read { try $0.passkeys() }
    }
}

/// Asks for a passkey; the reply is `nil` if there is none with the id.
package struct GetPasskeyRequest: HostRequest {
    /// The passkey's id.
    package var id: String

    /// Makes a request.
    package init(_ id: String) { self.id = id }

    package func reply(from host: TodayHost) async throws -> Passkey? {
        try await host.components.store.durable.read { try $0.passkey(id) }
    }
}

/// Signs the device of a passkey in with a new token; the sender has checked the passkey's signature.
///
/// Fails with `notFound` if the passkey was removed meanwhile, and with `invalid` if it was used.
package struct SignInWithPasskeyRequest: HostRequest {
    /// The passkey's id.
    package var id: String
    /// How many signatures the authenticator has made.
    package var signCount: UInt32
    /// The hash of the new token.
    package var tokenHash: String
    /// What the browser calls itself, at most 128 bytes.
    package var browser: String?

    /// Makes a request.
    package init(_ id: String, signCount: UInt32, tokenHash: String, browser: String?) {
        self.id = id
        self.signCount = signCount
        self.tokenHash = tokenHash
        self.browser = browser
    }

    package func reply(from host: TodayHost) async throws {
        let operation = PasskeyOperation.signIn(
            id: id,
            signCount: signCount,
            tokenHash: tokenHash,
            browser: browser
        )
        try await host.components.store.durable.commit(.passkey(operation), origin: .person)
    }
}

/// Finds a passkey by its id, or by how the id begins.
///
/// Fails with `notFound` if there is none, and with `invalid` if there are several.
package struct FindPasskeyRequest: HostRequest {
    /// The id, or how it begins.
    package var name: String

    /// Makes a request.
    package init(_ name: String) { self.name = name }

    package func reply(from host: TodayHost) async throws -> String {
        try Self.id(named: name, of: try await host.components.store.durable.read { try $0.passkeys() })
    }

    /// The id of the only one of several passkeys that has or begins with an id.
    package static func id(named name: String, of passkeys: [Passkey]) throws(HostError) -> String {
        let found = IDPrefix.isUsable(name) ? passkeys.map(\.id).filter { $0.hasPrefix(name.lowercased()) } : []
        guard let id = try IDPrefix.only(of: found, beginning: name) else {
            throw HostError(.notFound, "There is no passkey \(name.prefix(128)); today devices passkeys lists them.")
        }
        return id
    }
}

/// Removes a passkey; does nothing if there is none with the id.
package struct RemovePasskeyRequest: HostRequest {
    /// The passkey's id.
    package var id: String

    /// Makes a request.
    package init(_ id: String) { self.id = id }

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(.passkey(.remove(id: id)), origin: .person)
    }
}
