/// The version of the process protocol.
package enum ProtocolVersion {
    /// The version that this code speaks.
    package static let current = 1
}
