package import FoundationEssentials

/// An app that the cloud serves, with what proves who speaks for it.
package struct AppRecord: Hashable, Sendable {
    /// The store's number of it.
    package let number: AppNumber
    /// The bundle identifier of the app.
    package let name: String
    /// The app key: 22 characters, no secret.
    package let key: String
    /// The app secret, kept as it is, since signed tokens are checked with it (HMAC).
    package let secret: String
    /// The SHA-256 of the master secret.
    package let masterHash: Data
}

/// An app to be added.
package struct NewApp: Hashable, Sendable {
    /// The bundle identifier of the app.
    package var name: String
    /// The app key.
    package var key: String
    /// The app secret.
    package var secret: String
    /// The SHA-256 of the master secret.
    package var masterHash: Data

    /// Describes an app.
    package init(name: String, key: String, secret: String, masterHash: Data) {
        self.name = name
        self.key = key
        self.secret = secret
        self.masterHash = masterHash
    }
}
