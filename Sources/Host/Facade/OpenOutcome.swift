/// Where an address leads.
package enum OpenOutcome: Codable, Hashable, Sendable {
    /// To a page of an installed app.
    ///
    /// - Parameter url: The page's URL, to be shown with ``TodayHost/scene(url:viewer:)``.
    case scene(url: String)
    /// Out of Today, by a scheme that every surface knows: `https`, `http`, `mailto`, `tel`, `sms` or `geo`.
    case external(url: String)
}
