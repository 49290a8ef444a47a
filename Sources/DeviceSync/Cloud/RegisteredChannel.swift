/// An app as the cloud knows it on this host.
package struct RegisteredChannel: Hashable, Sendable {
    /// The id of its channel.
    package var channel: String
    /// The name of its inbox.
    package var inboxUser: String
    /// The password that opens the inbox; a secret.
    package var inboxPassword: String
}
