public import TodayKit

/// One message: what the list says of it and what can be done with it; the host draws its body below.
public struct MessagePage: Sendable {
    /// The message; none if it is unknown, deleted or expired.
    public var message: Message?
    /// Who looks.
    public var scene: PageLocalization

    /// Describes a page.
    public init(message: Message?, scene: PageLocalization) {
        self.message = message
        self.scene = scene
    }

    private var texts: Texts { scene.texts }

    /// The page.
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
                TextBlock(scene.dates.long(message.sent), size: .small, isSubtle: true, wrap: true).spacing(.small)
                if let expires = message.expires {
                    TextBlock(texts.until(scene.dates.long(expires)), size: .small, isSubtle: true, wrap: true)
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
            message: message.hasBody ? message.id : nil
        )
    }

    private var missing: SceneContent {
        SceneContent(
            title: texts.notHere,
            card: Card(lang: texts.tag) {
                TextBlock(texts.notHereReason, wrap: true)
                ActionSet { Action.openURL(texts.allMessages, url: MessagesURL.firstPage.text, style: .positive) }
                    .spacing(.large)
            }
        )
    }
}
