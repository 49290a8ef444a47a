public import AddressLists

/// A feed with what is known of it now.
public struct FeedStatus: Hashable, Sendable {
    /// The feed.
    public var feed: SavedFeed
    /// Its last list; `nil` if it was never fetched with success.
    public var list: FeedList?
    /// Why there is no newer list; `nil` if there is none to expect.
    public var failure: FeedFailure?

    /// Creates a status.
    public init(_ feed: SavedFeed, list: FeedList? = nil, failure: FeedFailure? = nil) {
        self.feed = feed
        self.list = list
        self.failure = failure
    }

    /// The name that people see: the person's, or else the feed's own, or else the server's.
    public var title: String { feed.name ?? list?.title ?? feed.server }
}

/// Why a feed could not be fetched.
public enum FeedFailure: Error, Hashable, Sendable, FetchFailure {
    /// The person has not allowed a server yet.
    case notAllowed(server: String)
    /// The host refuses for another reason, such as a right that was revoked; its sentence says what to do.
    case refused(String)
    /// The server cannot be reached, or broke off.
    case unreachable
    /// The server did not answer in time.
    case tooSlow
    /// The feed is larger than the host passes on.
    case tooLarge
    /// The server answered with this HTTP status.
    case status(Int)
    /// It is the feed of another address in the list, which people see under this name.
    case repeated(title: String)
    /// The address leads to something else than a feed.
    case notAFeed
    /// The feed is in an encoding that the app does not know.
    case unknownEncoding
    /// The feed is not well-formed at this line.
    case malformed(line: Int)
}
