package import CloudStore

/// A push that is on disk.
package struct AcceptedPush: Hashable, Sendable {
    /// Its id.
    package let push: PushID
    /// The id of its message, if it brings one.
    package let message: MessageID?
}
