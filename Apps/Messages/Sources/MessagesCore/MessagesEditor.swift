public import TodayKit

/// The actions of the pages.
public enum MessagesAction: Codable, Hashable, Sendable {
    /// Searches for the text in the search field.
    case search
    /// Marks a message as read or unread.
    case mark(MessageID, isRead: Bool)
    /// Marks messages as read or unread.
    case markMany([MessageID], isRead: Bool)
    /// Marks every message of the inbox as read.
    case markAllRead
    /// Deletes a message and shows the list.
    case delete(MessageID)
    /// Returns messages that were deleted.
    case restore([MessageID])
    /// Marks the selected messages as read or unread.
    case markChosen(isRead: Bool)
    /// Deletes the selected messages.
    case deleteChosen
    /// Saves the settings.
    case save
    /// Asks for new messages.
    case refresh
}

/// Performs the actions of the pages.
public struct MessagesEditor: Sendable {
    /// How long the person's other devices keep a deleted message, so that the deletion can be undone.
    private static let hold = Duration.seconds(120)
    /// The largest number of messages whose marks can be undone: their ids are part of the offer.
    private static let undoLimit = 200

    private let context: AppContext

    /// Creates an editor for the context of an action.
    public init(_ context: AppContext) { self.context = context }

    /// Performs an action.
    ///
    /// - Throws: `InvalidInputs` for invalid inputs, `RequestError` if the host refuses.
    public func perform(_ action: MessagesAction) async throws {
        switch action {
        case .search:
            let search = ListAddress.trimmed(context.inputs[ListPage.searchInput] ?? "")
            try await context.open(MessagesURL.list(ListAddress(search: search)).text)
        case .mark(let id, let isRead): try await context.messages.markRead([id], isRead)
        case .markMany(let ids, let isRead): try await context.messages.markRead(ids, isRead)
        case .markAllRead: try await markAllRead()
        case .delete(let id):
            try await delete([id])
            var list = ListAddress()
            if case .message(_, let shown) = MessagesURL(context.url) { list = shown }
            try await context.open(MessagesURL.list(list).text)
        case .restore(let ids): try await context.messages.restore(ids)
        case .markChosen(let isRead):
            try await context.messages.markRead(try chosen, isRead)
            try await restartSelection()
        case .deleteChosen:
            try await delete(try chosen)
            try await restartSelection()
        case .save: try await save()
        case .refresh: try await context.messages.refresh()
        }
    }

    private var texts: Texts { Texts(context.language) }

    private func delete(_ ids: [MessageID]) async throws {
        try await context.messages.delete(ids, after: Self.hold)
        try await context.offerUndo(texts.deleted(ids.count), MessagesAction.restore(ids))
    }

    private func markAllRead() async throws {
        var unread: [MessageID] = []
        var after: MessageID?
        repeat {
            let page = try await context.messages.list(after: after, limit: 100)
            unread += page.messages.filter { !$0.isRead }.map(\.id)
            after = page.next
        } while after != nil
        guard !unread.isEmpty else { return }
        try await context.messages.markRead(unread)
        guard unread.count <= Self.undoLimit else { return }
        try await context.offerUndo(texts.allMarkedAsRead, MessagesAction.markMany(unread, isRead: false))
    }

    private var chosen: [MessageID] {
        get throws { try SelectionPage.chosen(in: context.inputs, language: context.language) }
    }

    /// Shows the list with nothing selected: the messages that move up into the place of the selected ones are not.
    private func restartSelection() async throws {
        var address = ListAddress()
        if case .list(let shown) = MessagesURL(context.url) { address = shown }
        address.selection = ListAddress.Selection.none
        try await context.open(MessagesURL.list(address).text)
    }

    private func save() async throws {
        let hides = context.inputs[SettingsPage.hidesInput] == "true"
        try await context.defaults.set(hides, for: .hidesWhileEmpty)
        let shows = SharedInbox(context.defaults).map { InboxSharer.showsWidget($0, hidesWhileEmpty: hides) } ?? true
        try await context.widgets.setHasContent(shows, for: .messages)
    }
}
