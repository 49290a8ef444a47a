import AppLanguages
public import TodayKit

/// One message with its actions; the host shows its body below the card.
public struct MessagePage: Sendable {
    /// The message, or `nil` if it is unknown, deleted or expired.
    public var message: Message?
    /// The part of the list that stands beside it in a wide window.
    public var list: ListAddress
    /// The language and time for the page.
    public var localization: PageLocalization

    /// Creates a page.
    public init(message: Message?, list: ListAddress = ListAddress(), localization: PageLocalization) {
        self.message = message
        self.list = list
        self.localization = localization
    }

    private var texts: Texts { localization.texts }

    /// The content of the page.
    public var content: SceneContent {
        guard let message else { return missing }
        let title = message.title.isEmpty ? texts.untitled : message.title
        return SceneContent(
            title: title,
            card: Card(lang: texts.tag) {
                TextBlock(title.escapedForCards, size: .large, weight: .bolder, wrap: true, style: .heading)
                if let subtitle = message.subtitle, !subtitle.isEmpty {
                    TextBlock(subtitle.escapedForCards, isSubtle: true, wrap: true).spacing(.small)
                }
                TextBlock(localization.dates.long(message.sent), size: .small, isSubtle: true, wrap: true).spacing(
                    .small
                )
                if let expires = message.expires {
                    TextBlock(texts.until(localization.dates.long(expires)), size: .small, isSubtle: true, wrap: true)
                        .spacing(.none)
                }
                ActionSet {
                    Action.perform(
                        message.isRead ? texts.markAsUnread : texts.markAsRead,
                        MessagesAction.mark(message.id, isRead: !message.isRead)
                    )
                    Action.perform(texts.delete, MessagesAction.delete(message.id), style: .destructive)
                }
                if !message.hasBody {
                    TextBlock(texts.bodyIsMissing, isSubtle: true, wrap: true).spacing(.large)
                }
            },
            message: message.hasBody ? message.id : nil,
            primary: MessagesURL.list(list).text
        )
    }

    private var missing: SceneContent {
        SceneContent(
            title: texts.notHere,
            card: Card(lang: texts.tag) {
                TextBlock(texts.notHereReason, wrap: true)
                ActionSet { Action.openURL(texts.allMessages, url: MessagesURL.list(list).text, style: .positive) }
                    .spacing(.large)
            },
            primary: MessagesURL.list(list).text
        )
    }
}
