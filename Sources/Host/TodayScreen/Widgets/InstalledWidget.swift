package import AdaptiveCards
package import TodayProtocol

/// A widget of an installed app, as the screen needs to know it.
package struct InstalledWidget: Hashable, Sendable {
    /// The widget.
    package var id: WidgetID
    /// Its containing app.
    package var app: AppID
    /// Its name by language.
    package var title: LocalizedText
    /// Its app's name by language.
    package var appTitle: LocalizedText
    /// The address that opens its app.
    package var appURL: String?
    /// The groups whose changes concern it.
    package var groups: Set<GroupID>
    /// The card of the bundle that shows until the first answer.
    package var placeholder: Card?

    /// Describes a widget.
    package init(
        id: WidgetID,
        app: AppID,
        title: LocalizedText,
        appTitle: LocalizedText,
        appURL: String?,
        groups: Set<GroupID>,
        placeholder: Card?
    ) {
        self.id = id
        self.app = app
        self.title = title
        self.appTitle = appTitle
        self.appURL = appURL
        self.groups = groups
        self.placeholder = placeholder
    }
}

/// A text in several languages.
package struct LocalizedText: Hashable, Sendable {
    /// The text for every language that has none of its own.
    package var fallback: String
    /// The texts by BCP 47 tag in lower case.
    package var translations: [String: String]

    /// Makes a text.
    package init(_ fallback: String, translations: [String: String] = [:]) {
        self.fallback = fallback
        self.translations = Dictionary(translations.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }

    /// The text in a language: for `de-CH` that of `de-CH`, else that of `de`, else the fallback.
    package func text(in language: String) -> String {
        var tag = language.lowercased()[...]
        while true {
            if let text = translations[String(tag)] { return text }
            guard let dash = tag.lastIndex(of: "-") else { return fallback }
            tag = tag[..<dash]
        }
    }
}
