import TodayProtocol

/// Where an address leads.
package enum OpenOutcome: Codable, Hashable, Sendable {
    /// To a page of an installed app.
    ///
    /// - Parameter url: The page's URL, to be shown with ``GetSceneRequest``.
    case scene(url: String)
    /// Out of Today, by a scheme that every surface knows: `https`, `http`, `mailto`, `tel`, `sms` or `geo`.
    case external(url: String)

    private enum CodingKeys: String, CodingKey { case scene, external }
    private enum SceneCodingKeys: String, CodingKey { case url }
    private enum ExternalCodingKeys: String, CodingKey { case url }
}

/// Where an address was opened.
package enum OpenOrigin: String, Codable, Hashable, Sendable {
    /// On the app's icon.
    case icon
    /// On a widget or a page of the app itself.
    case own
    /// On a widget or a page of another app.
    case otherApp
    /// On the command line.
    case commandLine
    /// Outside of Today.
    case external
}

extension OpenOrigin {
    /// What an app is told.
    var requestSource: AppOpenRequest.Source {
        switch self {
        case .icon: .icon
        case .own: .own
        case .otherApp: .otherApp
        case .commandLine: .commandLine
        case .external: .external
        }
    }
}
