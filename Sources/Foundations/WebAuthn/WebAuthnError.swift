/// Why what a browser sent for a passkey is refused.
package struct WebAuthnError: Error, Hashable, Sendable {
    /// The check that failed.
    package enum Code: String, Hashable, Sendable {
        /// A part is no JSON, is too short or too long, or has another layout.
        case malformed
        /// It was made for another purpose: a registration where an assertion is needed, or the other way round.
        case wrongType
        /// It does not answer a challenge that is open.
        case wrongChallenge
        /// It was made on a page of another origin, or in a frame of another site.
        case wrongOrigin
        /// It was made for another relying party.
        case wrongRelyingParty
        /// Nobody touched the authenticator.
        case userNotPresent
        /// The authenticator did not verify who used it.
        case userNotVerified
        /// It says that a passkey is backed up which cannot be.
        case inconsistentBackup
        /// The key is not one of ES256.
        case unsupportedKey
        /// The signature is not that of the passkey's key.
        case wrongSignature
        /// The authenticator has counted fewer signatures than before, as a copy of it would.
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
