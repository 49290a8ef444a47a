package import FoundationEssentials
import TodayProtocol

/// Adds a passkey to a device; the sender has checked it.
///
/// Fails with `notFound` if the device is not signed in, and with `invalid` if it has too many passkeys or the id
/// exists.
package struct AddPasskeyRequest: HostRequest {
    package var device: String
    package var credentialID: Data
    /// The public key: an uncompressed point of P-256.
    package var publicKey: Data
    /// The user handle: the account id that the authenticator stores.
    package var userHandle: Data
    /// The relying party's id: the domain of the pages that the passkey signs in to.
    package var relyingParty: String
    package var signCount: UInt32

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
}

/// Asks for the passkeys of all devices, oldest first.
package struct ListPasskeysRequest: HostRequest {
    package typealias Reply = [Passkey]

    package init() {}
}

/// Asks for a passkey; the reply is `nil` if there is none with the id.
package struct GetPasskeyRequest: HostRequest {
    package typealias Reply = Passkey?

    package var id: String

    package init(_ id: String) { self.id = id }
}

/// Signs the device of a passkey in with a new token; the sender has checked the passkey's signature.
///
/// Fails with `notFound` if the passkey was removed meanwhile, and with `invalid` if the signature counter did not
/// advance.
package struct SignInWithPasskeyRequest: HostRequest {
    package var id: String
    package var signCount: UInt32
    package var tokenHash: String
    /// The name that the browser reports, at most 128 bytes.
    package var browser: String?

    package init(_ id: String, signCount: UInt32, tokenHash: String, browser: String?) {
        self.id = id
        self.signCount = signCount
        self.tokenHash = tokenHash
        self.browser = browser
    }
}

/// Finds a passkey by its id or a prefix of it; fails with `notFound` for none, and with `invalid` for several.
package struct FindPasskeyRequest: HostRequest, RoutedRequest {
    package typealias Reply = String

    package static let routes = [Route(.get, "find/passkey")]
    package static let replyCoding = ReplyCoding<Reply>.member("id")

    package var name: String

    package init(_ name: String) { self.name = name }

    package static func id(named name: String, of passkeys: [Passkey]) throws(HostError) -> String {
        let found = IDPrefix.isUsable(name) ? passkeys.map(\.id).filter { $0.hasPrefix(name.lowercased()) } : []
        guard let id = try IDPrefix.only(of: found, beginning: name) else {
            throw HostError(.notFound, "There is no passkey \(name.prefix(128)); today devices passkeys lists them.")
        }
        return id
    }
}

/// Removes a passkey; does nothing if there is none with the id.
package struct RemovePasskeyRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "passkeys/:passkey")]

    package var id: String

    private enum CodingKeys: String, CodingKey { case id = "passkey" }

    package init(_ id: String) { self.id = id }
}
