import AddressLists
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
        case .add: return try list.adding(inputs, to: feeds)
        case .remove(let address): return feeds.filter { $0.address != address }
        case .putBack(let feed, let index): return list.puttingBack(feed, at: index, in: feeds)
        case .move(let address, let index): return list.moving(address, to: index, in: feeds)
        case .refresh: return feeds
        }
    }

    private var list: AddressListEditor<SavedFeed> {
        AddressListEditor(
            .init(
                addressWrong: texts.addressWrong,
                addressKnown: texts.addressKnown,
                tooMany: texts.tooMany(SavedFeed.limit),
                nameTooLong: texts.form.nameTooLong
            )
        ) { Self.address($0) }
    }

    /// Reads an address, also without a scheme and with the scheme `feed`; `nil` if it is none.
    static func address(_ text: String) -> String? {
        var text = text.trimmingSpace
        for prefix in ["feed://", "feed:"] where text.lowercased().hasPrefix(prefix) {
            text.removeFirst(prefix.count)
            break
        }
        if !text.contains("://") { text = "https://\(text)" }
        guard text.utf8.count <= EnteredText.addressLimit, let address = FeedLink.resolve(text, against: text) else {
            return nil
        }
        let server = SavedFeed(address: address).server
        // A name in another script is written as xn--….
        return server.contains("%") || server.contains("@") ? nil : address
    }
}
