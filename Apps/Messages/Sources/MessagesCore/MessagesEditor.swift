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

/// Does what a person asks for on the pages.
public struct MessagesEditor: Sendable {
    private let context: AppContext

    /// Takes the context of a perform.
    public init(_ context: AppContext) { self.context = context }

    /// Does what was tapped or sent.
    ///
    /// - Throws: `InvalidInputs` for what was chosen, `RequestError` if the host refuses.
    public func perform(_ action: MessagesAction) async throws {
        switch action {
        case .search:
            let search = ListAddress.trimmed(context.inputs[ListPage.searchInput] ?? "")
            try await context.open(MessagesURL.list(ListAddress(search: search)).text)
        case .mark(let id, let isRead): try await context.messages.markRead([id], isRead)
        case .delete(let id):
            try await context.messages.delete([id])
            try await context.open(MessagesURL.firstPage.text)
        case .markChosen(let isRead):
            try await context.messages.markRead(try chosen, isRead)
            try await restartSelection()
        case .deleteChosen:
            try await context.messages.delete(try chosen)
            try await restartSelection()
        case .save: try await save()
        case .refresh: try await context.messages.refresh()
        }
    }

    private var chosen: [MessageID] {
        get throws { try SelectionPage.chosen(in: context.inputs, language: context.language) }
    }

    /// Shows the list with nothing chosen: what follows into the place of what was chosen has not been.
    private func restartSelection() async throws {
        var address = ListAddress()
        if case .list(let shown) = MessagesURL(context.url) { address = shown }
        address.selection = ListAddress.Selection.none
        try await context.open(MessagesURL.list(address).text)
    }

    private func save() async throws {
        let hides = context.inputs[SettingsPage.hidesInput] == "true"
        try await context.defaults.set(hides, for: .hidesWhileEmpty)
        let shows = context.defaults[.inbox].map { InboxSharer.showsWidget($0, hidesWhileEmpty: hides) } ?? true
        try await context.widgets.setHasContent(shows, for: .messages)
    }
}
