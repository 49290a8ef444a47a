package import TodayProtocol

/// The place from which an address was opened.
package enum OpenOrigin: String, Codable, Hashable, Sendable {
    /// The app's icon.
    case icon
    /// A widget or a page of the app itself.
    case own
    /// A widget or a page of another app.
    case otherApp
    /// The command line.
    case commandLine
    /// A program outside of Today.
    case external
}

extension OpenOrigin {
    /// The source as the app receives it.
    package var requestSource: AppOpenRequest.Source {
        switch self {
        case .icon: .icon
        case .own: .own
        case .otherApp: .otherApp
        case .commandLine: .commandLine
        case .external: .external
        }
    }
}

/// The destination of an address.
package enum OpenOutcome: Codable, Hashable, Sendable {
    /// A page of an installed app.
    ///
    /// - Parameter url: The page's URL, to be shown with ``GetSceneRequest``.
    case scene(url: String)
    /// An address outside of Today, with a scheme that every surface knows: `https`, `http`, `mailto`, `tel`, `sms` or
    /// `geo`.
    case external(url: String)
}
