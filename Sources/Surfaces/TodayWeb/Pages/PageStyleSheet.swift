import CardRendering

/// A style sheet for some pages, in addition to the one of every page.
enum PageStyleSheet: String, CaseIterable, Sendable {
    /// For pages with cards.
    case cards
    /// For the pages of apps, and for others with a link back to the screen.
    case scene
    /// For the pages of apps, two of which a wide window shows side by side.
    case split
    /// For the list of notifications.
    case list
    /// For Settings.
    case settings
    /// For installing and removing apps, and the location in Settings.
    case install
    /// For the page of complications.
    case complications
    /// For the outbox.
    case outbox
    /// For topics and their feeds.
    case topics
    /// For pages of a few sentences.
    case plain
    /// For all pages of a device with limited rights.
    case limited

    /// Content of the sheet.
    var bytes: [UInt8] { Self.sheets[self] ?? [] }

    /// `true` if the sheet comes before that of every page, which overrides some of its rules.
    var isAdapted: Bool { self == .cards }

    private static let sheets = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.content) })

    private var content: [UInt8] {
        switch self {
        case .cards: Array(CardStylesheet.css.utf8) + [0x0A]
        case .list, .outbox, .topics: Assets.shrink("theme-later.css", "notices.css", "\(rawValue).css")
        case .settings: Assets.shrink("theme-later.css", "settings.css")
        case .scene, .split, .install, .complications, .plain, .limited: Assets.shrink("\(rawValue).css")
        }
    }
}
