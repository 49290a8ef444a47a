/// What a cloud gave to a host that joined.
package struct JoinedCloud: Hashable, Sendable {
    /// The host's id there.
    package var device: String
    /// The token with which the host proves itself; a secret.
    package var token: String
    /// The person's name there.
    package var user: String
    /// The name of the cloud's database, to which sequence numbers belong.
    package var epoch: String
}
