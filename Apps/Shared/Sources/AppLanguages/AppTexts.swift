public import TodayKit

/// Texts of a sample app, from one of its string catalogs.
///
/// script/make-texts.py writes an accessor for each text of a catalog.
public protocol AppTexts: Hashable, Sendable {
    /// The app's folder below Apps.
    static var app: String { get }
    /// The name of the catalog in the app's folder Texts.
    static var table: String { get }
    /// The language of the surface, a BCP 47 tag; the texts are in English for other languages than those of the catalog.
    var surface: String { get }
}

extension AppTexts {
    /// The catalog that has most texts.
    public static var table: String { "Localizable" }

    /// The language of the texts.
    public var language: AppLanguage { AppLanguage(surface) }

    /// The language of the texts as a BCP 47 tag, with the region of the surface: for screen readers and for dates.
    public var tag: String { language == .english && !surface.lowercased().hasPrefix("en") ? "en" : surface }

    /// Returns the text of a key; the key itself if the catalog lacks it.
    ///
    /// A text that may begin with a name of another script gets a mark in front, so that it still runs from left to right.
    public func text(_ key: String, _ arguments: LocalizableText...) -> String {
        let text = strings.text(.key(key, arguments: arguments))
        return text.unicodeScalars.contains(where: isRightToLeft) ? "\u{200E}\(text)" : text
    }

    private var strings: LocalizedStrings {
        #if DEBUG
            if isTest { return .catalog("\(sources)/\(Self.app)/Texts/\(Self.table).xcstrings", for: surface) }
        #endif
        return .main(Self.table, for: surface)
    }
}

#if DEBUG
    /// `true` in the program of the unit tests, which is in no bundle.
    private let isTest = CommandLine.arguments.first?.hasSuffix(".xctest") == true

    /// The folder Apps.
    private let sources = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")
#endif

/// Returns `true` for a character of a script that runs from right to left, such as Hebrew or Arabic.
private func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
}
