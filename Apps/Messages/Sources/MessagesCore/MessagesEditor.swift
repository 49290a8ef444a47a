public import TodayKit

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
        case .markChosen(let isRead): try await context.messages.markRead(try chosen, isRead)
        case .deleteChosen: try await context.messages.delete(try chosen)
        case .save: try await save()
        case .refresh: try await context.messages.refresh()
        }
    }

    private var chosen: [MessageID] {
        get throws { try SelectionPage.chosen(in: context.inputs, language: context.language) }
    }

    private func save() async throws {
        let hides = context.inputs[SettingsPage.hidesInput] == "true"
        try await context.defaults.set(hides, for: .hidesWhileEmpty)
        let shows = context.defaults[.inbox].map { InboxSharer.showsWidget($0, hidesWhileEmpty: hides) } ?? true
        try await context.widgets.setHasContent(shows, for: .messages)
    }
}
