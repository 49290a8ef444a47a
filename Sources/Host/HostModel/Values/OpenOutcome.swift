/// The destination of an address.
package enum OpenOutcome: Codable, Hashable, Sendable {
    /// A page of an installed app, to be shown with ``GetSceneRequest``.
    case scene(url: String)
    /// An address outside of Today, with a scheme that every surface knows: `https`, `http`, `mailto`, `tel`, `sms` or
    /// `geo`.
    case external(url: String)
}
