package import Notifications
import TodayProtocol

/// What the person wants of a notification, checked against what it offers.
package enum ChosenAction: Hashable, Sendable {
    /// It goes away.
    case dismiss
    /// An action of it, or opening it.
    case answer(identifier: String, needsPasscode: Bool)

    /// Finds what a word means; the notification's own actions come before `open` and `dismiss`.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - text: What the person wrote.
    ///   - notification: The notification.
    /// - Throws: ``CommandError`` if it offers no such action, or if the action takes a text and there is none or the
    ///   other way round.
    package init(_ word: String, text: String?, of notification: ShownNotification) throws(CommandError) {
        guard let action = notification.actions.first(where: { $0.identifier == word }) else {
            let choice: Self? =
                switch word {
                case "open", NotificationAction.defaultIdentifier:
                    .answer(identifier: NotificationAction.defaultIdentifier, needsPasscode: false)
                case "dismiss", NotificationAction.dismissIdentifier: .dismiss
                default: nil
                }
            guard let choice else {
                let known = notification.actions.map(\.identifier) + ["open", "dismiss"]
                throw CommandError(
                    "Notification \(notification.id) has no action \(word); there are: "
                        + known.joined(separator: ", ")
                )
            }
            guard text == nil else { throw CommandError("\(word) takes no text; leave out --text.") }
            self = choice
            return
        }
        guard (text != nil) == (action.textInput != nil) else {
            throw CommandError(
                text == nil ? "\(word) takes a text; add --text." : "\(word) takes no text; leave out --text."
            )
        }
        self = .answer(identifier: action.identifier, needsPasscode: action.needsAuthentication)
    }
}
