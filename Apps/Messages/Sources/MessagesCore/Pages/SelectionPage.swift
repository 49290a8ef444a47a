import AppLanguages
public import TodayKit

/// The list with checkboxes, on which several messages can be marked or deleted at once.
public struct SelectionPage: Sendable {
    /// The id of the input that selects messages.
    public static let input = "chosen"
    /// The id of an element that stays in view while the page scrolls.
    static let toolbar = "toolbar"

    /// The part of the list, with the initial selection.
    public var address: ListAddress
    /// The messages.
    public var inbox: InboxPage
    /// The language and time for the page.
    public var localization: PageLocalization

    /// Creates a page.
    public init(address: ListAddress, inbox: InboxPage, localization: PageLocalization) {
        self.address = address
        self.inbox = inbox
        self.localization = localization
    }

    private var texts: Texts { localization.texts }

    /// Returns the selected messages.
    ///
    /// - Parameters:
    ///   - inputs: The input values by input id.
    ///   - language: The language of the surface.
    /// - Returns: The ids, at least one.
    /// - Throws: `InvalidInputs` if none is selected.
    public static func chosen(in inputs: [String: String], language: String) throws -> [MessageID] {
        let ids = (inputs[input] ?? "").split(separator: ",").prefix(ListPage.length).map { MessageID(String($0)) }
        guard !ids.isEmpty else { throw InvalidInputs([input: Texts(language).nothingChosen]) }
        return ids
    }

    /// The content of the page.
    public var content: SceneContent {
        SceneContent(
            title: texts.selectMessages,
            card: Card(lang: texts.tag) {
                toolbar
                if inbox.messages.isEmpty {
                    TextBlock(texts.noMessages, isSubtle: true)
                } else {
                    Container(style: .emphasis) { choices }
                }
            }
        )
    }

    private var toolbar: Container {
        Container {
            if inbox.messages.isEmpty {
                ActionSet { Action.openURL(texts.done, url: url(nil)) }
            } else {
                ColumnSet {
                    Column {
                        ActionSet {
                            if address.selection == .all {
                                Action.openURL(texts.selectNone, url: url(ListAddress.Selection.none))
                            } else {
                                Action.openURL(texts.selectAll, url: url(.all))
                            }
                        }
                    }
                    Column(width: .auto) { ActionSet { Action.openURL(texts.done, url: url(nil)) } }
                }
                ActionSet {
                    Action.submit(texts.markAsRead, MessagesAction.markChosen(isRead: true))
                    Action.submit(texts.markAsUnread, MessagesAction.markChosen(isRead: false))
                    Action.submit(texts.delete, MessagesAction.deleteChosen, style: .destructive)
                }
            }
        }
        .id(Self.toolbar)
    }

    private var choices: ChoiceSetInput {
        ChoiceSetInput(
            id: Self.input,
            choices: inbox.messages.map { Choice(title(of: $0), value: $0.id.rawValue) },
            value: address.selection == .all ? inbox.messages.map(\.id.rawValue).joined(separator: ",") : nil,
            placeholder: texts.messages,
            style: .expanded,
            isMultiSelect: true
        )
    }

    /// The title of a message, and below it its subtitle and its date, as in the list.
    private func title(of message: Message) -> String {
        let title = (message.title.isEmpty ? texts.untitled : message.title).escapedForCards
        let subtitle = (message.subtitle ?? "").escapedForCards
        let details = [subtitle, localization.dates.short(message.sent)].filter { !$0.isEmpty }
        return [message.isRead ? title : "**\(title)**", details.joined(separator: " · ")]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func url(_ selection: ListAddress.Selection?) -> String {
        var address = address
        address.selection = selection
        return MessagesURL.list(address).text
    }
}
