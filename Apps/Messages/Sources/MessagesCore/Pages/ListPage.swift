public import TodayKit

/// The list of messages: a field to search in, the messages, and the way to older ones.
public struct ListPage: Sendable {
    /// The id of the field to search in.
    public static let searchInput = "search"
    /// How many messages a page has: a card has room for them however much each says.
    public static let length = 40

    /// Which part of the list it is.
    public var address: ListAddress
    /// The messages.
    public var inbox: InboxPage
    /// Who looks.
    public var scene: PageLocalization

    /// Describes a page.
    public init(address: ListAddress, inbox: InboxPage, scene: PageLocalization) {
        self.address = address
        self.inbox = inbox
        self.scene = scene
    }

    private var texts: Texts { scene.texts }

    /// The page.
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
            },
            // Whoever searches searches on.
            focus: address.search.isEmpty ? nil : Self.searchInput
        )
    }

    @CardBuilder<CardElement> private var heading: [CardElement] {
        if inbox.messages.isEmpty {
            if address.search.isEmpty {
                TextBlock(texts.noMessages, size: .medium).spacing(.large)
                TextBlock(texts.noMessagesYet, isSubtle: true, wrap: true).spacing(.small)
            } else {
                TextBlock(texts.noneFound(address.search.escapedForCards), isSubtle: true, wrap: true).spacing(.large)
            }
        } else if !address.search.isEmpty {
            TextBlock(texts.results(address.search.escapedForCards), isSubtle: true, wrap: true).spacing(.large)
        } else if inbox.unread > 0 {
            TextBlock(texts.unread(inbox.unread), isSubtle: true).spacing(.large)
        }
    }

    private var rows: Container {
        let showsIcons = inbox.messages.contains { $0.icon != nil }
        return Container(style: .emphasis) {
            for message in inbox.messages {
                MessageRow(message, scene: scene, showsIcon: showsIcons).columns
                    .separator(message.id != inbox.messages.first?.id)
            }
        }
    }

    /// What else can be opened from here.
    private var ways: ActionSet {
        ActionSet {
            if let next = inbox.next {
                Action.openURL(texts.older, url: url { $0.after = next })
            }
            if address.after != nil { Action.openURL(texts.newest, url: url { $0.after = nil }) }
            if !address.search.isEmpty { Action.openURL(texts.showAll, url: MessagesURL.firstPage.text) }
            if !inbox.messages.isEmpty {
                Action.openURL(texts.select, url: url { $0.selection = ListAddress.Selection.none })
            }
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
