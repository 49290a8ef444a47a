import TodayProtocol

/// Where a URL came from that an app is to open.
public enum OpenSource: Hashable, Sendable {
    /// The app's icon.
    case icon
    /// One of its own widgets or pages.
    case own
    /// Another app.
    case otherApp
    /// The command line.
    case commandLine
    /// A link from outside.
    case external

    init(_ source: AppOpenRequest.Source) {
        self =
            switch source {
            case .icon: .icon
            case .own: .own
            case .otherApp: .otherApp
            case .commandLine: .commandLine
            case .external: .external
            }
    }
}
