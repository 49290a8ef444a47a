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

    /// Returns the text in this language.
    public func choose(_ english: String, _ japanese: String, _ german: String) -> String {
        switch self {
        case .english: english
        case .japanese: japanese
        case .german: german
        }
    }
}
