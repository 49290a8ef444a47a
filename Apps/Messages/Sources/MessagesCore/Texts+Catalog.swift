// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// All messages were marked as read.
    package var allMarkedAsRead: String { text("allMarkedAsRead") }
    /// All Messages
    package var allMessages: String { text("allMessages") }
    /// The text of this message has not arrived yet. It appears here as soon as it does.
    package var bodyIsMissing: String { text("bodyIsMissing") }
    /// Check for New Messages
    package var checkForMessages: String { text("checkForMessages") }
    /// Checking for new messages…
    package var checking: String { text("checking") }
    /// Delete
    package var delete: String { text("delete") }
    /// Done
    package var done: String { text("done") }
    /// Hide the widget while there are no messages
    package var hidesWhileEmpty: String { text("hidesWhileEmpty") }
    /// Mark All as Read
    package var markAllAsRead: String { text("markAllAsRead") }
    /// Mark as Read
    package var markAsRead: String { text("markAsRead") }
    /// Mark as Unread
    package var markAsUnread: String { text("markAsUnread") }
    /// The message was deleted.
    package var messageDeleted: String { text("messageDeleted") }
    /// Messages
    package var messages: String { text("messages") }
    /// %lld messages were deleted.
    package func messagesDeleted(_ count: Int) -> String {
        text("messagesDeleted", count.localizable)
    }
    /// Newest Messages
    package var newest: String { text("newest") }
    /// No messages
    package var noMessages: String { text("noMessages") }
    /// Messages that are sent to you appear here.
    package var noMessagesYet: String { text("noMessagesYet") }
    /// Messages has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// No message contains “%@”.
    package func noneFound(_ search: some LocalizableArgument) -> String {
        text("noneFound", search.localizable)
    }
    /// Choose a message to read it here.
    package var noneOpen: String { text("noneOpen") }
    /// The cloud could not be asked for new messages. This is what is on this device.
    package var notChecked: String { text("notChecked") }
    /// Message Not Available
    package var notHere: String { text("notHere") }
    /// This message was deleted or has expired.
    package var notHereReason: String { text("notHereReason") }
    /// Choose messages first.
    package var nothingChosen: String { text("nothingChosen") }
    /// Older Messages
    package var older: String { text("older") }
    /// Open Messages
    package var openMessages: String { text("openMessages") }
    /// Open %@
    package func openRead(_ title: some LocalizableArgument) -> String {
        text("openRead", title.localizable)
    }
    /// Open %@, unread
    package func openUnread(_ title: some LocalizableArgument) -> String {
        text("openUnread", title.localizable)
    }
    /// Messages that contain “%@”
    package func results(_ search: some LocalizableArgument) -> String {
        text("results", search.localizable)
    }
    /// Save
    package var save: String { text("save") }
    /// Search
    package var search: String { text("search") }
    /// Select
    package var select: String { text("select") }
    /// Select All
    package var selectAll: String { text("selectAll") }
    /// Select Messages
    package var selectMessages: String { text("selectMessages") }
    /// Select None
    package var selectNone: String { text("selectNone") }
    /// Send
    package var sendMessage: String { text("sendMessage") }
    /// Send yourself the first one from a terminal:
    package var sendOne: String { text("sendOne") }
    /// Send yourself a message
    package var sendYourself: String { text("sendYourself") }
    /// Settings
    package var settings: String { text("settings") }
    /// Show All Messages
    package var showAll: String { text("showAll") }
    /// Topics
    package var topics: String { text("topics") }
    /// %lld unread
    package func unread(_ count: Int) -> String {
        text("unread", count.localizable)
    }
    /// Until %@
    package func until(_ date: some LocalizableArgument) -> String {
        text("until", date.localizable)
    }
    /// Untitled
    package var untitled: String { text("untitled") }
    /// Widget
    package var widget: String { text("widget") }
}
