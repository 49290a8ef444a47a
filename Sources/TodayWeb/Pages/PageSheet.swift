import CardRendering

/// A style sheet that some pages need beside the one of every page.
enum PageSheet: Sendable {
    /// For pages with cards.
    case cards
    /// For the list of notifications.
    case list
    /// For Settings.
    case settings

    /// The sheet.
    var bytes: [UInt8] {
        switch self {
        case .cards: Self.cardSheet
        case .list: Assets.listStyleSheet
        case .settings: Assets.settingsStyleSheet
        }
    }

    /// Whether the sheet stands before the one of every page, which adapts it.
    var isAdapted: Bool { self == .cards }

    private static let cardSheet = Array(CardStylesheet.css.utf8) + [0x0A]
}
