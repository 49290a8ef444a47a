public import TodayKit

/// What a feed contained when it was last fetched with success.
public struct FeedList: Codable, Hashable, Sendable {
    /// How many items are kept of a feed.
    static let itemLimit = 30
    /// The time between two fetches of a feed that does not say how often it changes, in seconds.
    public static let usualInterval = 1800.0
    /// The shortest and the longest time between two fetches, in seconds, whatever the feed says.
    static let intervals = 900.0...86_400.0

    /// The feed's own title as plain text; `nil` without one.
    public var title: String?
    /// When it was fetched.
    public var fetched: Date
    /// How long it is fresh after that, in seconds.
    public var interval: Double
    /// The items, the newest first.
    public var items: [FeedItem]
    /// The URL of the feed, if the person's address is that of a web page that names it; `nil` if the address is the feed's.
    public var source: String?

    /// Creates a list.
    public init(title: String? = nil, fetched: Date, interval: Double = usualInterval, items: [FeedItem]) {
        self.title = title
        self.fetched = fetched
        self.interval = interval
        self.items = items
    }

    /// Creates the list of a feed that was fetched.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - lifetime: How long the server calls its response fresh, in seconds; `nil` if it does not say.
    ///   - date: The time of the fetch, which an item without a date gets.
    ///   - old: The list before. An item that it contains keeps its date, if the feed names none or one in the future.
    init(_ feed: ParsedFeed, lifetime: Double?, fetched date: Date, after old: FeedList?) {
        let dates = Dictionary(old?.items.map { ($0.id, $0.date) } ?? []) { first, _ in first }
        var ids: Set<String> = []
        let items = feed.items.filter { ids.insert($0.id).inserted }.map { item in
            let published = item.published.flatMap { $0 <= date ? $0 : nil }
            return FeedItem(id: item.id, title: item.title, link: item.link, date: published ?? dates[item.id] ?? date)
        }
        let asked = max(feed.interval ?? 0, lifetime ?? 0)
        let interval = asked > 0 ? asked : Self.usualInterval
        title = feed.title
        fetched = date
        self.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        self.items = Array(items.newestFirst.prefix(Self.itemLimit))
    }

    /// The time at which the feed is to be fetched again.
    public var due: Date { fetched.addingTimeInterval(interval) }

    /// Whether the feed need not be fetched yet; `false` after the clock was set back.
    func isFresh(at now: Date) -> Bool { fetched <= now && now < due }
}

/// An item of a feed, as it is stored.
public struct FeedItem: Codable, Hashable, Sendable {
    /// What identifies it in its feed.
    public var id: String
    /// The title as plain text; `nil` without one.
    public var title: String?
    /// The `https` or `http` URL; `nil` without one.
    public var link: String?
    /// When it was published, or seen first.
    public var date: Date

    /// Creates an item.
    public init(id: String, title: String?, link: String?, date: Date) {
        self.id = id
        self.title = title
        self.link = link
        self.date = date
    }
}

extension [FeedItem] {
    /// The items, the newest first; those with the same date in their order.
    var newestFirst: [FeedItem] {
        enumerated().sorted { ($1.element.date, $0.offset) < ($0.element.date, $1.offset) }.map(\.element)
    }
}
