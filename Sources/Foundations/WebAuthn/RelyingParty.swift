import Crypto
import FoundationEssentials

/// A passkey as stored by its relying party (WebAuthn Level 3, section 4, “credential record”).
package struct Credential: Hashable, Sendable {
    /// The id that the authenticator assigned, 1 to 1023 bytes.
    package var id: [UInt8]
    /// The public key: an uncompressed point of P-256, 65 bytes.
    package var publicKey: [UInt8]
    /// The authenticator's signature counter at the last use; 0 if it does not count.
    package var signCount: UInt32

    package init(id: [UInt8], publicKey: [UInt8], signCount: UInt32) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
    }
}

/// A browser's response for a new passkey.
package struct Registration: Hashable, Sendable {
    package var clientDataJSON: [UInt8]
    package var authenticatorData: [UInt8]

    package init(clientDataJSON: [UInt8], authenticatorData: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
    }
}

/// A browser's response for a sign-in with a passkey.
package struct Assertion: Hashable, Sendable {
    package var clientDataJSON: [UInt8]
    package var authenticatorData: [UInt8]
    /// ECDSA with SHA-256, in DER.
    package var signature: [UInt8]

    package init(clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
    }
}

/// A web site with passkeys, and its checks of them (WebAuthn Level 3, sections 7.1 and 7.2).
///
/// It accepts only ES256 keys, and requests no attestation: the model of the authenticator does not matter, and a key
/// is trusted because it came over the session that requested it. So the page sends only the authenticator data,
/// without the attestation object around it, and the steps about attestation are omitted (section 7.1, steps 21 to 24).
package struct RelyingParty: Hashable, Sendable {
    /// The id: the domain of the site.
    package let id: String
    /// The origin of the site's pages, such as `https://today.example.org`.
    package let origin: String
    /// `true` if the authenticator must verify the person.
    package let requiresUserVerification: Bool

    package init(id: String, origin: String, requiresUserVerification: Bool = true) {
        self.id = id
        self.origin = origin
        self.requiresUserVerification = requiresUserVerification
    }

    /// Checks a new passkey, and returns the credential to store.
    ///
    /// The caller must check that the id is new and that the person may add it; `isOpen` returns `true` if a challenge,
    /// in base64url, is open for a registration.
    package func verify(
        _ registration: Registration,
        challenge isOpen: (String) -> Bool
    ) throws(WebAuthnError) -> Credential {
        try check(ClientData(json: registration.clientDataJSON), for: .registration, isOpen)
        let data = try checked(registration.authenticatorData)
        guard let credential = data.credential else {
            throw WebAuthnError(.malformed, "The authenticator data holds no credential.")
        }
        return credential
    }

    /// Checks a sign-in with a passkey, and returns the authenticator's signature counter, to be stored.
    ///
    /// The caller has found the credential by the id that the browser sent, and must invalidate the challenge
    /// afterwards; `isOpen` returns `true` if a challenge, in base64url, is open for an assertion.
    package func verify(
        _ assertion: Assertion,
        of credential: Credential,
        challenge isOpen: (String) -> Bool
    ) throws(WebAuthnError) -> UInt32 {
        try check(ClientData(json: assertion.clientDataJSON), for: .assertion, isOpen)
        let data = try checked(assertion.authenticatorData)
        let signed = assertion.authenticatorData + Array(SHA256.hash(data: assertion.clientDataJSON))
        guard let key = try? P256.Signing.PublicKey(x963Representation: credential.publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: assertion.signature),
            key.isValidSignature(signature, for: signed)
        else { throw WebAuthnError(.wrongSignature, "The signature is not that of the passkey.") }
        guard data.signCount > credential.signCount || (data.signCount == 0 && credential.signCount == 0) else {
            throw WebAuthnError(
                .countedBackward,
                "The authenticator has made \(data.signCount) signatures, and had made \(credential.signCount) before."
            )
        }
        return data.signCount
    }

    private func check(
        _ data: ClientData,
        for purpose: ClientData.Purpose,
        _ isOpen: (String) -> Bool
    ) throws(WebAuthnError) {
        guard data.type == purpose.rawValue else {
            throw WebAuthnError(.wrongType, "The client data is not for \(purpose.rawValue).")
        }
        guard isOpen(data.challenge) else { throw WebAuthnError(.wrongChallenge, "The challenge is not open.") }
        guard data.origin == origin, !data.isCrossOrigin else {
            throw WebAuthnError(.wrongOrigin, "The page is not one of \(origin).")
        }
    }

    private func checked(_ bytes: [UInt8]) throws(WebAuthnError) -> AuthenticatorData {
        let data = try AuthenticatorData(bytes)
        guard data.relyingPartyHash == Array(SHA256.hash(data: Array(id.utf8))) else {
            throw WebAuthnError(.wrongRelyingParty, "The passkey is not for \(id).")
        }
        guard data.flags.contains(.userPresent) else {
            throw WebAuthnError(.userNotPresent, "Nobody touched the authenticator.")
        }
        guard !requiresUserVerification || data.flags.contains(.userVerified) else {
            throw WebAuthnError(.userNotVerified, "The authenticator did not verify who uses it.")
        }
        guard data.flags.contains(.canBeBackedUp) || !data.flags.contains(.isBackedUp) else {
            throw WebAuthnError(.inconsistentBackup, "The passkey is backed up, and cannot be.")
        }
        return data
    }
}
