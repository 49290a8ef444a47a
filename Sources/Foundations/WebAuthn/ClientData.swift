import JSON

/// The browser's data about a ceremony: purpose, challenge and requesting page (WebAuthn Level 3, section 5.8.1).
package struct ClientData: Hashable, Sendable {
    package enum Purpose: String, Hashable, Sendable {
        /// A new passkey is registered.
        case registration = "webauthn.create"
        /// A passkey signs in.
        case assertion = "webauthn.get"
    }

    /// The largest size of its JSON, in bytes.
    package static let maximumLength = 4096

    /// The purpose, as the browser writes it.
    package let type: String
    /// The challenge in base64url.
    package let challenge: String
    package let origin: String
    /// `true` if the page was in a frame of another site.
    package let isCrossOrigin: Bool

    /// Parses `clientDataJSON`, or throws `malformed`; unknown members are ignored, since the standard may add some.
    package init(json: [UInt8]) throws(WebAuthnError) {
        guard json.count <= Self.maximumLength, let value = try? JSONValue(parsing: json, depthLimit: 8) else {
            throw WebAuthnError(.malformed, "The client data is not JSON of at most \(Self.maximumLength) bytes.")
        }
        guard let type = value["type"]?.stringValue, let challenge = value["challenge"]?.stringValue,
            let origin = value["origin"]?.stringValue
        else { throw WebAuthnError(.malformed, "The client data lacks a type, a challenge or an origin.") }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        isCrossOrigin = value["crossOrigin"].map { $0 != false } ?? false || value["topOrigin"] != nil
    }
}
