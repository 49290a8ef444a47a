import TodayKit

/// The actions of the pages.
public enum FeedsAction: Codable, Hashable, Sendable {
    /// Adds the feed that the inputs describe.
    case add
    /// Removes a feed.
    case remove(address: String)
    /// Returns a feed that was removed to its place.
    case putBack(SavedFeed, at: Int)
    /// Moves a feed to a place in the list.
    case move(address: String, to: Int)
    /// Fetches all feeds.
    case refresh
}

/// Changes the list of feeds.
public struct FeedEditor: Sendable {
    /// The ids of the inputs.
    public enum Input {
        /// The address of a feed to add.
        public static let address = "address"
        /// The name of a feed to add.
        public static let name = "name"
    }

    /// The largest length of a name in characters.
    public static let nameLimit = 60
    /// The largest length of an address in bytes.
    public static let addressLimit = 1000

    private let texts: Texts

    /// Creates an editor.
    public init(_ texts: Texts) { self.texts = texts }

    /// Returns the feeds after an action; repeating the action changes nothing more.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - feeds: The feeds before it.
    ///   - inputs: What the person entered.
    /// - Returns: The feeds after it.
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public func feeds(after action: FeedsAction, _ feeds: [SavedFeed], inputs: [String: String]) throws -> [SavedFeed] {
        switch action {
        case .add: return try feeds + [feed(from: inputs, addedTo: feeds)]
        case .remove(let address): return feeds.filter { $0.address != address }
        case .putBack(let feed, let index):
            guard feeds.count < SavedFeed.limit, !feeds.contains(where: { $0.address == feed.address }) else {
                return feeds
            }
            var feeds = feeds
            feeds.insert(feed, at: min(max(index, 0), feeds.count))
            return feeds
        case .move(let address, let index):
            guard let feed = feeds.first(where: { $0.address == address }) else { return feeds }
            var feeds = feeds.filter { $0.address != address }
            feeds.insert(feed, at: min(max(index, 0), feeds.count))
            return feeds
        case .refresh: return feeds
        }
    }

    private func feed(from inputs: [String: String], addedTo feeds: [SavedFeed]) throws -> SavedFeed {
        var problems: [String: String] = [:]
        let address = Self.address(inputs[Input.address] ?? "")
        let name = PlainText.line(inputs[Input.name] ?? "", limit: .max)
        if name.count > Self.nameLimit || name.utf8.count > Self.nameLimit * 16 {
            problems[Input.name] = texts.nameTooLong(Self.nameLimit)
        }
        if feeds.count >= SavedFeed.limit { problems[Input.address] = texts.tooMany(SavedFeed.limit) }
        if feeds.contains(where: { $0.address == address }) { problems[Input.address] = texts.addressKnown }
        guard let address else { throw InvalidInputs([Input.address: texts.addressWrong]) }
        guard problems.isEmpty else { throw InvalidInputs(problems) }
        return SavedFeed(address: address, name: name.nonEmpty)
    }

    /// Reads an address, also without a scheme and with the scheme `feed`; `nil` if it is none.
    static func address(_ text: String) -> String? {
        var text = text.trimmingSpace
        for prefix in ["feed://", "feed:"] where text.lowercased().hasPrefix(prefix) {
            text.removeFirst(prefix.count)
            break
        }
        if !text.contains("://") { text = "https://\(text)" }
        guard text.utf8.count <= addressLimit, let address = FeedLink.resolve(text, against: text) else { return nil }
        let server = SavedFeed(address: address).server
        // A name in another script is written as xn--….
        return server.contains("%") || server.contains("@") ? nil : address
    }
}
