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

    /// Returns the text in this language.
    ///
    /// A text that may begin with a name of another script gets a mark in front, so that it still runs from left to right.
    public func choose(_ english: String, _ japanese: String, _ german: String) -> String {
        let text =
            switch self {
            case .english: english
            case .japanese: japanese
            case .german: german
            }
        return text.unicodeScalars.contains(where: Self.isRightToLeft) ? "\u{200E}\(text)" : text
    }

    /// Whether a character is of a script that runs from right to left, such as Hebrew or Arabic.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
