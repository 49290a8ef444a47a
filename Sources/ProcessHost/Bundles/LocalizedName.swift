/// A name for people and its translations.
package struct LocalizedName: Codable, Hashable, Sendable {
    /// The name where no translation fits.
    package var fallback: String
    /// The translations by language tag (BCP 47), such as `de` or `zh-Hans`.
    package var translations: [String: String]

    /// Makes a name.
    package init(_ fallback: String, translations: [String: String] = [:]) {
        self.fallback = fallback
        self.translations = translations
    }

    /// The name in a language: that of `de-CH` is `de-CH`'s, else `de`'s, else ``fallback``.
    package func text(in language: String) -> String {
        var tag = Substring(language.replacing("_", with: "-"))
        while true {
            let match = translations.first { $0.key.lowercased() == tag.lowercased() }
            if let match { return match.value }
            guard let dash = tag.lastIndex(of: "-") else { return fallback }
            tag = tag[..<dash]
        }
    }
}
