public import TodayKit

/// The addresses of the app's pages.
public enum MessagesURL: Hashable, Sendable {
    /// The list.
    case list(ListAddress)
    /// One message.
    case message(MessageID)
    /// What the person can choose.
    case settings

    private static let scheme = "today-messages://"

    /// The list from its beginning.
    public static var firstPage: Self { .list(ListAddress()) }

    /// Takes an address apart.
    ///
    /// - Returns: None if no page has this address. A message's id is taken as it is, also if it can be none: whether there
    ///   is such a message is for the inbox to know.
    public init?(_ url: SceneURL) {
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.first {
        case "" where parts.count == 1: self = .list(ListAddress(url.query))
        case "settings" where parts.count == 1: self = .settings
        case "message": self = .message(MessageID(parts.dropFirst().joined(separator: "/")))
        default: return nil
        }
    }

    /// The address.
    public var text: String {
        switch self {
        case .list(let address): Self.scheme + address.query
        case .message(let id): "\(Self.scheme)message/\(PercentEscape.encode(id.rawValue))"
        case .settings: Self.scheme + "settings"
        }
    }
}
