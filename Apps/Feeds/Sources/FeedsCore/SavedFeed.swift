public import TodayKit

extension GroupID {
    /// The app group of Feeds and its widget.
    public static let feeds = GroupID("group.today.feeds")
}

/// A feed that the person added, as it is stored.
public struct SavedFeed: Codable, Hashable, Sendable {
    /// How many feeds a person can have.
    public static let limit = 30

    /// The `https` or `http` URL, which identifies the feed.
    public var address: String
    /// What the person calls it; `nil` for the feed's own title.
    public var name: String?

    /// Creates a feed.
    public init(address: String, name: String? = nil) {
        self.address = address
        self.name = name
    }

    /// The server of the address, with the port if there is one.
    public var server: String {
        let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        return String(address[start...].prefix { !"/?#".contains($0) })
    }
}

extension DefaultsKey where Value == [SavedFeed] {
    /// The feeds, in their order.
    ///
    /// There are none at first, so nothing is fetched before the person has added one.
    public static var feeds: Self { Self("feeds", in: .feeds, default: []) }
}
