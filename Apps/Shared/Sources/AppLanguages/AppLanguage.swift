/// The languages of the sample apps.
public enum AppLanguage: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case japanese = "ja"
    case german = "de"

    /// Chooses the language for a surface.
    ///
    /// - Parameter surface: The language of the surface, a BCP 47 tag or the name of a locale; English for other languages.
    public init(_ surface: String) {
        self = AppLanguage(rawValue: surface.prefix { $0 != "-" && $0 != "_" }.lowercased()) ?? .english
    }

    /// Returns the region of a BCP 47 tag in capital letters, such as `US` of `en-US-u-hc-h23`; `nil` if it names none.
    public static func region(of surface: String) -> String? {
        // Nothing after a singleton is a region: it belongs to an extension.
        surface.split { $0 == "-" || $0 == "_" }.dropFirst().prefix { $0.utf8.count > 1 }
            .first { $0.utf8.count == 2 }?.uppercased()
    }

    /// Whether dates have the month first, as in the United States, for the language of a surface, a BCP 47 tag.
    public static func hasMonthFirst(_ surface: String) -> Bool {
        AppLanguage(surface) == .english && (region(of: surface) == "US" || surface == "en")
    }
}
