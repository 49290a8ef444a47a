public import AddressLists
public import TodayKit

extension GroupID {
    /// The app group of Feeds and its widget.
    public static let feeds = GroupID("group.today.feeds")
}

/// A feed that the person added, as it is stored.
public struct SavedFeed: Codable, ListedAddress {
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
}

extension DefaultsKey where Value == [SavedFeed] {
    /// The feeds, in their order.
    ///
    /// There are none at first, so nothing is fetched before the person has added one.
    public static var feeds: Self { Self("feeds", in: .feeds, default: []) }
}
