package import TodayProtocol

package struct InstalledWidget: Hashable, Sendable {
    package var id: WidgetID
    package var app: AppID
    package var title: LocalizedText
    package var appTitle: LocalizedText
    /// The address that opens its app.
    package var appURL: String?
    /// The groups whose changes make its content stale.
    package var groups: Set<GroupID>
    /// The bundle's content by language, shown until the first update.
    package var placeholder: Localized<WidgetContent>?
    package var isConfigurable: Bool
    /// The sizes that it supports; the first one is the default.
    package var families: [WidgetFamily]
    /// `true` if it has access to the person's location, so that a new location makes its content stale.
    package var usesLocation: Bool
    /// `true` if its app was installed from a folder, as authors do; the page then shows the mistakes in its cards.
    package var isFromFolder: Bool

    package init(
        id: WidgetID,
        app: AppID,
        title: LocalizedText,
        appTitle: LocalizedText,
        appURL: String?,
        groups: Set<GroupID>,
        placeholder: Localized<WidgetContent>?,
        isConfigurable: Bool = false,
        families: [WidgetFamily] = WidgetFamily.undeclared,
        usesLocation: Bool = false,
        isFromFolder: Bool = false
    ) {
        self.id = id
        self.app = app
        self.title = title
        self.appTitle = appTitle
        self.appURL = appURL
        self.groups = groups
        self.placeholder = placeholder
        self.isConfigurable = isConfigurable
        self.families = families
        self.usesLocation = usesLocation
        self.isFromFolder = isFromFolder
    }
}

/// An installed app, as the screen lists it.
package struct ListedApp: Sendable {
    package var id: AppID
    package var title: LocalizedText
    /// The address that opens it; `nil` if it has none.
    package var url: String?

    package init(id: AppID, title: LocalizedText, url: String?) {
        self.id = id
        self.title = title
        self.url = url
    }
}

package typealias LocalizedText = Localized<String>

/// A value in several languages, such as a text or a card.
package struct Localized<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value for languages without a translation.
    package var fallback: Value
    /// The values by BCP 47 tag in lower case.
    package var translations: [String: Value]

    package init(_ fallback: Value, translations: [String: Value] = [:]) {
        self.fallback = fallback
        self.translations = Dictionary(translations.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }

    /// Returns the value in a language: for `de-CH` that of `de-CH`, or else that of `de`, or else the fallback.
    package func value(in language: String) -> Value {
        var tag = language.lowercased()[...]
        while true {
            if let value = translations[String(tag)] { return value }
            guard let dash = tag.lastIndex(of: "-") else { return fallback }
            tag = tag[..<dash]
        }
    }
}

extension LocalizedText {
    package func text(in language: String) -> String { value(in: language) }
}
