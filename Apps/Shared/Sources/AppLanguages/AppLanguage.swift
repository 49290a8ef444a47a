/// The languages of the sample apps.
public enum AppLanguage: Hashable, Sendable {
    case english
    case japanese
    case german

    /// Chooses the language for a surface.
    ///
    /// - Parameter surface: The language of the surface, a BCP 47 tag or the name of a locale; English for other languages.
    public init(_ surface: String) {
        self =
            switch surface.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
            case "ja": .japanese
            case "de": .german
            default: .english
            }
    }

    /// Returns the region of a BCP 47 tag in capital letters, such as `US` of `en-US-u-hc-h23`; `nil` if it names none.
    public static func region(of surface: String) -> String? {
        // Nothing after a singleton is a region: it belongs to an extension.
        surface.split { $0 == "-" || $0 == "_" }.dropFirst().prefix { $0.utf8.count > 1 }
            .first { $0.utf8.count == 2 }?.uppercased()
    }

    /// Returns the text in this language.
    public func choose(_ english: String, _ japanese: String, _ german: String) -> String {
        switch self {
        case .english: english
        case .japanese: japanese
        case .german: german
        }
    }
}
