import AppLanguages
import Synchronization
public import TodayKit

/// The cards of the widget: the latest messages.
public enum WidgetCards {
    /// The number of messages after "Show More".
    public static let expandedLimit = 12

    /// Returns the number of messages before "Show More".
    static func count(_ family: WidgetFamily) -> Int { family == .large ? 10 : 5 }

    /// Returns the widget's content.
    ///
    /// - Parameters:
    ///   - inbox: The shared part of the inbox, or `nil` before the app has read it.
    ///   - hadMessages: Whether there has ever been a message; without one the widget is still to be set up.
    ///   - localization: The language and time.
    ///   - family: The size of the widget; all but a small one have room for a picture of each sender.
    /// - Returns: The content.
    public static func content(
        _ inbox: SharedInbox?,
        hadMessages: Bool = false,
        localization: PageLocalization,
        family: WidgetFamily = .small
    ) -> WidgetContent {
        let now = localization.dates.now
        let messages = inbox?.messages ?? []
        let (count, unread) = (count(family), inbox?.unread ?? 0)
        return WidgetContent(
            compact: card(messages, limit: count, unread: unread, localization, family),
            expanded: messages.count > count
                ? card(messages, limit: expandedLimit, unread: unread, localization, family) : nil,
            refresh: inbox?.nextChange(after: now).map { .at($0) },
            setUp: messages.isEmpty && !hadMessages
                ? WidgetSetUp(localization.texts.sendYourself, url: MessagesURL.firstPage.text) : nil
        )
    }

    private static func card(
        _ messages: [SharedMessage],
        limit: Int,
        unread: Int,
        _ localization: PageLocalization,
        _ family: WidgetFamily
    ) -> Card {
        let shown = messages.prefix(limit)
        let showsIcons = family != .small || shown.contains { !$0.iconURL.isEmpty }
        return Card(lang: localization.texts.tag) {
            if shown.isEmpty {
                TextBlock(localization.texts.noMessages)
                TextBlock(localization.texts.sendOne, isSubtle: true, wrap: true).spacing(.small)
                CodeBlock(localization.texts.sendCommand, language: "Bash").spacing(.small)
            } else {
                for (index, message) in shown.enumerated() {
                    MessageRow(message, localization: localization, showsIcon: showsIcons).columns
                        .separator(index > 0)
                }
            }
        }
        .header(detail: unread > 0 ? localization.texts.unread(unread) : nil)
        .selectAction(.openURL(localization.texts.openMessages, url: MessagesURL.firstPage.text))
    }
}

/// Remembers the list that the widget showed last in each language, to detect whether there is new data.
public final class LastShownInbox: Sendable {
    private struct Shown: Equatable {
        var inbox: SharedInbox?
        var content: WidgetContent
    }

    /// The reasons for which the content may be unchanged: the screen was opened, or a time passed.
    ///
    /// For every other reason the content is returned again: the host may have cancelled the update before, whose
    /// content was then never shown.
    private static let quiet: Set<UpdateReason> = [.opened, .added, .refreshTime]

    private let shown = Mutex<[String: Shown]>([:])

    /// Creates an object that remembers nothing.
    public init() {}

    /// Compares a list with the one before, and remembers it.
    ///
    /// - Parameters:
    ///   - inbox: The shared list now.
    ///   - content: The content that shows it; it changes with time, also while the list stays the same.
    ///   - language: The language of the content.
    ///   - reasons: The reasons for the update.
    /// - Returns: The content, or `nil` if neither the list nor what it shows is new.
    public func take(
        _ inbox: SharedInbox?,
        _ content: WidgetContent,
        in language: String,
        for reasons: Set<UpdateReason>
    ) -> WidgetContent? {
        let new = Shown(inbox: inbox, content: content)
        let old = shown.withLock { $0.updateValue(new, forKey: language) }
        return old == new && reasons.isSubset(of: Self.quiet) ? nil : content
    }
}
