public import TodayKit

/// What a person can do on the pages.
public enum MessagesAction: Codable, Hashable, Sendable {
    /// Shows what was typed into the field for searching.
    case search
    /// Marks a message as read or unread.
    case mark(MessageID, isRead: Bool)
    /// Deletes a message and shows the list.
    case delete(MessageID)
    /// Marks the chosen messages as read or unread.
    case markChosen(isRead: Bool)
    /// Deletes the chosen messages.
    case deleteChosen
    /// Keeps what was chosen in the settings.
    case save
    /// Asks for new messages.
    case refresh
}
