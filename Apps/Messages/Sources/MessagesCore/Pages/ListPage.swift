import AppLanguages
public import TodayKit

/// A part of the list of messages, with a search field and rows that lead to older and to the newest messages.
public struct ListPage: Sendable {
    /// The id of the search field.
    public static let searchInput = "search"
    /// The number of messages on a page, which fit into a card however long they are.
    public static let length = 40

    /// The part of the list.
    public var address: ListAddress
    /// The messages.
    public var inbox: InboxPage
    /// The language and time for the page.
    public var localization: PageLocalization
    /// Whether the messages are those that the cloud has.
    public var freshness: InboxFreshness

    /// Creates a page.
    public init(
        address: ListAddress,
        inbox: InboxPage,
        localization: PageLocalization,
        freshness: InboxFreshness = .fresh
    ) {
        self.address = address
        self.inbox = inbox
        self.localization = localization
        self.freshness = freshness
    }

    private var texts: Texts { localization.texts }

    /// The content of the page.
    public var content: SceneContent {
        SceneContent(
            title: texts.messages,
            card: Card(lang: texts.tag) {
                TextInput(
                    id: Self.searchInput,
                    placeholder: texts.search,
                    value: address.search.isEmpty ? nil : address.search,
                    maxLength: ListAddress.searchLimit,
                    inlineAction: .submit(texts.search, MessagesAction.search)
                )
                heading
                if !inbox.messages.isEmpty { rows }
                ways
                // At the end, so that nothing moves when it comes and goes.
                if let freshnessNote { TextBlock(freshnessNote, size: .small, isSubtle: true, wrap: true) }
            },
            // The search field keeps the focus while the person searches.
            focus: address.search.isEmpty ? nil : Self.searchInput,
            placeholder: inbox.messages.isEmpty ? nil : texts.noneOpen
        )
    }

    private var freshnessNote: String? {
        switch freshness {
        case .fresh: nil
        case .checking: texts.checking
        case .unknown: texts.notChecked
        }
    }

    @CardBuilder<CardElement> private var heading: [CardElement] {
        if inbox.messages.isEmpty {
            if address.search.isEmpty {
                TextBlock(texts.noMessages, size: .medium).spacing(.large)
                TextBlock(texts.noMessagesYet, isSubtle: true, wrap: true).spacing(.small)
                TextBlock(texts.sendOne, isSubtle: true, wrap: true)
                CodeBlock(texts.sendCommand, language: "Bash").spacing(.small)
            } else {
                TextBlock(texts.noneFound(address.search.escapedForCards), isSubtle: true, wrap: true).spacing(.large)
            }
        } else if !address.search.isEmpty {
            TextBlock(texts.results(address.search.escapedForCards), isSubtle: true, wrap: true).spacing(.large)
        }
        if !inbox.messages.isEmpty {
            // The number is that of the whole inbox, and so is what the button does.
            let offersAll = inbox.unread > 0 && address.search.isEmpty
            // Beside the buttons there is no room for it on a phone in every language.
            if offersAll { TextBlock(texts.unread(inbox.unread), isSubtle: true) }
            ActionSet {
                if offersAll { Action.perform(texts.markAllAsRead, MessagesAction.markAllRead) }
                Action.openURL(texts.select, url: url { $0.selection = ListAddress.Selection.none })
            }
            .spacing(.small)
        }
    }

    private var rows: Container {
        let showsIcons = inbox.messages.contains { $0.icon != nil }
        return Container(style: .emphasis) {
            if address.after != nil { way(texts.newest, to: url { $0.after = nil }) }
            for message in inbox.messages {
                MessageRow(message, localization: localization, showsIcon: showsIcons, in: address).columns
                    .separator(message.id != inbox.messages.first?.id || address.after != nil)
            }
            if let next = inbox.next { way(texts.older, to: url { $0.after = next }).separator() }
        }
    }

    /// Returns a row that leads to another part of the list, which the arrow keys reach like the messages.
    private func way(_ title: String, to url: String) -> Container {
        Container(selectAction: .openURL(title, url: url), verticalContentAlignment: .center, minHeight: 40) {
            TextBlock(title, color: .accent).horizontalAlignment(.center)
        }
    }

    /// The links to other pages.
    private var ways: ActionSet {
        ActionSet {
            // The page is Today's: an app cannot send.
            Action.openURL(texts.sendMessage, url: "today://send")
            if !address.search.isEmpty { Action.openURL(texts.showAll, url: MessagesURL.firstPage.text) }
            Action.openURL(texts.topics, url: "today://topics")
            Action.openURL(texts.settings, url: MessagesURL.settings.text)
        }
        .spacing(.large)
    }

    private func url(_ change: (inout ListAddress) -> Void) -> String {
        var address = address
        change(&address)
        return MessagesURL.list(address).text
    }
}
