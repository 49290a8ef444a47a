import TodayKit

/// The URLs of the app's pages.
public enum FeedsURL {
    /// The newest items of all feeds.
    public static let items = "today-feeds://"
    /// The list of feeds.
    public static let list = "today-feeds://feeds"
    /// The path of the items of one feed, whose address is the parameter ``address``.
    public static let feedPath = "feed"
    /// The name of the parameter with the address of a feed.
    public static let address = "address"

    /// The items of one feed.
    static func feed(_ feed: SavedFeed) -> String { "\(items)\(feedPath)?\(address)=\(feed.address.escapedForURLs)" }
}
