// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add
    package var add: String { text("add") }
    /// Add Feed
    package var addAFeed: String { text("addAFeed") }
    /// This feed is in the list already.
    package var addressKnown: String { text("addressKnown") }
    /// Enter an address such as https://example.org/feed.xml.
    package var addressWrong: String { text("addressWrong") }
    /// %lld feeds could not be updated
    package func failures(_ count: Int) -> String {
        text("failures", count.localizable)
    }
    /// This feed is no longer in the list.
    package var feedIsGone: String { text("feedIsGone") }
    /// The feed has an error in line %lld.
    package func feedMalformed(_ line: Int) -> String {
        text("feedMalformed", line.localizable)
    }
    /// This is the feed “%@”, which is in the list already.
    package func feedRepeated(_ title: some LocalizableArgument) -> String {
        text("feedRepeated", title.localizable)
    }
    /// The feed is larger than 512 KiB.
    package var feedTooLarge: String { text("feedTooLarge") }
    /// Feeds
    package var feeds: String { text("feeds") }
    /// Manage Feeds
    package var manage: String { text("manage") }
    /// Move %@ down
    package func moveDown(_ title: some LocalizableArgument) -> String {
        text("moveDown", title.localizable)
    }
    /// Move %@ up
    package func moveUp(_ title: some LocalizableArgument) -> String {
        text("moveUp", title.localizable)
    }
    /// The feed's own, if left empty
    package var nameHint: String { text("nameHint") }
    /// There is no feed at this address.
    package var noFeedThere: String { text("noFeedThere") }
    /// There are no feeds yet. Add the address of one.
    package var noFeeds: String { text("noFeeds") }
    /// Feeds may not use its app group; allow it in Settings.
    package var noGroup: String { text("noGroup") }
    /// There are no entries.
    package var noItems: String { text("noItems") }
    /// Feeds has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// There is no RSS or Atom feed at this address.
    package var notAFeed: String { text("notAFeed") }
    /// Feeds may not fetch from %@ yet.
    package func notAllowedYet(_ server: some LocalizableArgument) -> String {
        text("notAllowedYet", server.localizable)
    }
    /// Open Feeds
    package var openFeeds: String { text("openFeeds") }
    /// Refresh
    package var refresh: String { text("refresh") }
    /// Remove
    package var remove: String { text("remove") }
    /// Remove %@
    package func removeFeed(_ title: some LocalizableArgument) -> String {
        text("removeFeed", title.localizable)
    }
    /// %@ was removed.
    package func removed(_ title: some LocalizableArgument) -> String {
        text("removed", title.localizable)
    }
    /// You have %lld feeds already; remove one first.
    package func tooMany(_ limit: Int) -> String {
        text("tooMany", limit.localizable)
    }
    /// Feeds tried https. If the server has only http, add the address with http://%@.
    package func triedHTTPS(_ address: some LocalizableArgument) -> String {
        text("triedHTTPS", address.localizable)
    }
    /// Feeds does not support the encoding of this feed.
    package var unknownEncoding: String { text("unknownEncoding") }
    /// Untitled
    package var untitled: String { text("untitled") }
    /// Updated: %@
    package func updated(_ date: some LocalizableArgument) -> String {
        text("updated", date.localizable)
    }
}
