import AppLanguages

/// The texts of the pages and of the widget.
package struct Texts: AppTexts {
    package static let app = "Messages"

    package let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    init(_ surface: String) { self.surface = surface }

    /// What to type for a first message; the same in every language.
    var sendCommand: String { "today send --title Hello --body World" }

    func open(_ title: String, isRead: Bool) -> String { isRead ? openRead(title) : openUnread(title) }

    func deleted(_ count: Int) -> String { count == 1 ? messageDeleted : messagesDeleted(count) }
}
