import Synchronization
public import TodayKit

/// What the widget shows: the latest messages.
public enum WidgetCards {
    /// How many messages show before "Show More".
    public static let compactLimit = 3

    /// The widget's content.
    ///
    /// - Parameters:
    ///   - inbox: What the app shares; none before it has looked.
    ///   - scene: Who looks and when; what is expired does not show.
    /// - Returns: The content.
    public static func content(_ inbox: SharedInbox?, scene: PageLocalization) -> WidgetContent {
        let now = scene.dates.now
        let messages = inbox?.messages(at: now) ?? []
        return WidgetContent(
            compact: card(messages, limit: compactLimit, unread: inbox?.unread ?? 0, scene),
            expanded: messages.count > compactLimit
                ? card(messages, limit: messages.count, unread: inbox?.unread ?? 0, scene) : nil,
            refresh: inbox?.nextChange(after: now).map { .at($0) }
        )
    }

    private static func card(_ messages: [SharedMessage], limit: Int, unread: Int, _ scene: PageLocalization) -> Card {
        let shown = messages.prefix(limit)
        let showsIcons = shown.contains { $0.icon != nil }
        let hidden = unread - shown.count { !$0.isRead }
        return Card(lang: scene.texts.tag) {
            if shown.isEmpty {
                TextBlock(scene.texts.noMessages, isSubtle: true)
            } else {
                for message in shown {
                    MessageRow(message, scene: scene, showsIcon: showsIcons).columns
                }
                if hidden > 0 { TextBlock(scene.texts.moreUnread(hidden), size: .small, isSubtle: true) }
            }
        }
        .selectAction(.openURL(scene.texts.openMessages, url: MessagesURL.firstPage.text))
    }
}

/// Remembers what the widget showed last in each language, to tell whether there is new data.
public final class LastShownContent: Sendable {
    /// The reasons for which there may be nothing new: somebody looks, or a time passed.
    ///
    /// For every other reason content is made anew: the update before may have been recalled by the host, and what it
    /// made was then never shown.
    private static let quiet: Set<UpdateReason> = [.opened, .added, .refreshTime]

    private let contents = Mutex<[String: WidgetContent]>([:])

    /// Makes one that remembers nothing.
    public init() {}

    /// Remembers content.
    ///
    /// - Parameters:
    ///   - content: What is to be shown.
    ///   - language: In which language.
    ///   - reasons: Why the widget is asked.
    /// - Returns: The content, or `nil` if it is what shows already.
    public func take(_ content: WidgetContent, in language: String, for reasons: Set<UpdateReason>) -> WidgetContent? {
        let before = contents.withLock { $0.updateValue(content, forKey: language) }
        return before == content && reasons.isSubset(of: Self.quiet) ? nil : content
    }
}
