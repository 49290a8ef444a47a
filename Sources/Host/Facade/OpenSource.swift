import TodayProtocol

/// Where an address was opened.
package enum OpenSource: String, Codable, Hashable, Sendable {
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

extension OpenSource {
    /// What an app is told.
    var onTheWire: AppOpenRequest.Source {
        switch self {
        case .icon: .icon
        case .own: .own
        case .otherApp: .otherApp
        case .commandLine: .commandLine
        case .external: .external
        }
    }
}
