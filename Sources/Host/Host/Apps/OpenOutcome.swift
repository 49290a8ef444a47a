import TodayProtocol

/// Where an address leads.
package enum OpenOutcome: Codable, Hashable, Sendable {
    /// To a page of an installed app.
    ///
    /// - Parameter url: The page's URL, to be shown with ``TodayHost/scene(url:viewer:)``.
    case scene(url: String)
    /// Out of Today, by a scheme that every surface knows: `https`, `http`, `mailto`, `tel`, `sms` or `geo`.
    case external(url: String)
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
