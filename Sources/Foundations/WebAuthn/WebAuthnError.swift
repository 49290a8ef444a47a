/// The reason why a browser's response is rejected.
package struct WebAuthnError: Error, Hashable, Sendable {
    /// The check that failed.
    package enum Code: String, Hashable, Sendable {
        /// A part is not JSON, is too short or too long, or has another layout.
        case malformed
        /// It was made for the other purpose: a registration instead of an assertion, or the reverse.
        case wrongType
        /// It does not answer an open challenge.
        case wrongChallenge
        /// It was made on a page of another origin, or in a frame of another site.
        case wrongOrigin
        /// It was made for another relying party.
        case wrongRelyingParty
        /// Nobody touched the authenticator.
        case userNotPresent
        /// The authenticator did not verify the person.
        case userNotVerified
        /// It claims that a passkey is backed up which cannot be.
        case inconsistentBackup
        /// The key is not an ES256 key.
        case unsupportedKey
        /// The signature is not that of the passkey's key.
        case wrongSignature
        /// The signature counter is lower than before, as that of a cloned authenticator would be.
        case countedBackward
    }

    package var code: Code
    /// One sentence that names what is wrong, for a log.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
