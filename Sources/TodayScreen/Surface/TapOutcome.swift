/// How a tap ended; the same for every time it is sent.
package enum TapOutcome: Codable, Hashable, Sendable {
    /// It is done and its effects are on disk.
    ///
    /// - Parameter open: An address that the surface opens now: an app's page or an address outside.
    case done(open: String?)
    /// The inputs were refused; nothing was done.
    ///
    /// - Parameter errors: A sentence by input id.
    case invalidInputs(errors: [String: String])
    /// It failed, nothing was done, and it is not tried again.
    ///
    /// - Parameter reason: A sentence for the person.
    case failed(reason: String)
}
