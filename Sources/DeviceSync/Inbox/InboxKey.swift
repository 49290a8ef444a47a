import FoundationEssentials

/// Opens an inbox of the cloud.
package struct InboxKey: Hashable, Sendable {
    /// The name of the inbox.
    package var user: String
    /// Its password; a secret.
    package var password: String

    /// Takes name and password.
    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The header that opens it.
    var authorization: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
}
