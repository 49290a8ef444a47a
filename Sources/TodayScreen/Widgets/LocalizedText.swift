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
