import AdaptiveCards

extension SymbolPath {
    /// Returns the drawing of a symbol for a thing; `nil` for any other symbol.
    static func thing(_ symbol: IconSymbol) -> SymbolPath? {
        switch symbol {
        case .alert: SymbolPath("M5 17.5h14l-1.6-2.5V10.5a5.4 5.4 0 0 0-10.8 0V15zM10 20.5h4")
        case .calendar: SymbolPath("M4 6h16v14H4zM4 10.5h16M8 3.5V7M16 3.5V7")
        case .clock: SymbolPath("M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7v5.3l3.5 2")
        case .timer:
            SymbolPath("M20 13.5a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM12 9v4.5M9.5 2.5h5M18.2 6.2l1.3 1.3")
        case .location:
            SymbolPath(
                "M12 21.5s-7-6.2-7-11.5a7 7 0 0 1 14 0c0 5.3-7 11.5-7 11.5zM14.5 10a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z",
                solid: """
                    M12 22.5s-8-6.8-8-12.5a8 8 0 0 1 16 0c0 5.7-8 12.5-8 12.5zM14.8 10a2.8 2.8 0 1 0-5.6 0 2.8 2.8 0 0 0 5.6 0z
                    """
            )
        case .mail: SymbolPath("M3.5 5.5h17v13h-17zM3.5 7l8.5 6 8.5-6")
        case .chat: SymbolPath("M4 20.5l1.2-4A8.3 8.3 0 1 1 8 19.3z")
        case .send: SymbolPath("M4 4l17 8-17 8 2.5-8zM6.5 12H13", isDirected: true)
        case .person: SymbolPath("M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20.5a7.5 6.5 0 0 1 15 0z")
        case .people:
            SymbolPath(
                """
                M12 8.5a3.3 3.3 0 1 1-6.6 0 3.3 3.3 0 0 1 6.6 0zM2.5 19.5a6.2 5.5 0 0 1 12.4 0z\
                M15 5.7a3 3 0 1 1 .8 5.7M16.5 14.2a5.4 5 0 0 1 5 5.3h-3.5
                """
            )
        case .cart:
            SymbolPath(
                """
                M2.5 4h2.7l2.3 11.5h10.3l2-8.5H6M10 19.5a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0z\
                M18 19.5a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0z
                """,
                isDirected: true
            )
        case .document: SymbolPath("M6 3h8l4.5 4.5V21H6zM13.5 3v5h5")
        case .folder: SymbolPath("M3 6h6.5l2 2.5H21V19H3z")
        case .image:
            SymbolPath(
                """
                M3.5 4.5h17v15h-17zM3.5 16l5-5 5.5 5.5 2.5-2.5 4 4\
                M16.5 9a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0z
                """
            )
        case .link:
            SymbolPath(
                """
                M10 14.5a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6l-1.4 1.4\
                M14 9.5a4 4 0 0 1 0 5.6l-3 3a4 4 0 0 1-5.6-5.6l1.4-1.4
                """
            )
        case .globe:
            SymbolPath("M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3a14 14 0 0 1 0 18M12 3a14 14 0 0 0 0 18")
        case .home: SymbolPath("M3.5 11.5L12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-5.5h4V20")
        case .settings:
            SymbolPath(
                """
                M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM12 2.5l1 3a6.8 6.8 0 0 1 2.5 1l2.8-1.3 1.5 2.6-2 2.3a7 7 0 0 1 0 3.8\
                l2 2.3-1.5 2.6-2.8-1.3a6.8 6.8 0 0 1-2.5 1l-1 3-1-3a6.8 6.8 0 0 1-2.5-1l-2.8 1.3-1.5-2.6 2-2.3a7 7 0 0 1 0-3.8\
                l-2-2.3 1.5-2.6 2.8 1.3a6.8 6.8 0 0 1 2.5-1z
                """
            )
        case .search: SymbolPath("M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM15.3 15.3l5.2 5.2")
        case .edit: SymbolPath("M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5")
        case .delete: SymbolPath("M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 14h9l1-14M10 10.5v6M14 10.5v6")
        case .lock: SymbolPath("M5.5 10.5h13v10h-13zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3")
        case .key: SymbolPath("M12 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11 10.7l9 9M16.5 16.2l2.5-2.5")
        case .desktop: SymbolPath("M3 4.5h18v12H3zM8.5 20h7M12 16.5V20")
        case .server: SymbolPath("M4 4h16v6.5H4zM4 13.5h16V20H4zM7.5 7.2h.1M7.5 16.7h.1M12 7.2h4.5M12 16.7h4.5")
        case .database:
            SymbolPath(
                """
                M19.5 6c0 1.7-3.4 3-7.5 3S4.5 7.7 4.5 6s3.4-3 7.5-3 7.5 1.3 7.5 3z\
                M4.5 6v12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V6M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3
                """
            )
        case .battery: SymbolPath("M2.5 7.5h16v9h-16zM21.5 10.5v3M5.5 10.5v3M8.5 10.5v3M11.5 10.5v3")
        case .rss:
            SymbolPath(
                """
                M4.5 4.5a15 15 0 0 1 15 15M4.5 11a8.5 8.5 0 0 1 8.5 8.5\
                M7 18.2a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0z
                """
            )
        case .code: SymbolPath("M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14")
        case .book:
            SymbolPath(
                """
                M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-13C17 4.5 14 5 12 6.5z\
                M12 6.5v13
                """
            )
        case .musicNote:
            SymbolPath(
                """
                M9 17.5a2.7 2.7 0 1 1-5.4 0 2.7 2.7 0 0 1 5.4 0zM9 17.5V5l10.5-2v12\
                M19.5 15.2a2.7 2.7 0 1 1-5.4 0 2.7 2.7 0 0 1 5.4 0z
                """
            )
        case .list: SymbolPath("M8.5 6h12M8.5 12h12M8.5 18h12M4 6h.1M4 12h.1M4 18h.1", isDirected: true)
        default: nil
        }
    }

    /// Returns the drawing of a symbol for a direction; `nil` for any other symbol.
    static func direction(_ symbol: IconSymbol) -> SymbolPath? {
        switch symbol {
        case .arrowUp: SymbolPath("M12 20V4M5.5 10.5L12 4l6.5 6.5")
        case .arrowDown: SymbolPath("M12 4v16M5.5 13.5L12 20l6.5-6.5")
        case .arrowLeft: SymbolPath("M20 12H4M10.5 5.5L4 12l6.5 6.5", isDirected: true)
        case .arrowRight: SymbolPath("M4 12h16M13.5 5.5L20 12l-6.5 6.5", isDirected: true)
        case .arrowSync: SymbolPath("M20 5v5h-5M4 19v-5h5M19.3 10a8 8 0 0 0-14-2.5M4.7 14a8 8 0 0 0 14 2.5")
        case .chevronUp: SymbolPath("M5 15l7-7 7 7")
        case .chevronDown: SymbolPath("M5 9l7 7 7-7")
        case .chevronLeft: SymbolPath("M15 5l-7 7 7 7", isDirected: true)
        case .chevronRight: SymbolPath("M9 5l7 7-7 7", isDirected: true)
        case .play: SymbolPath("M7 4.5l12 7.5-12 7.5z")
        case .pause: SymbolPath("M7 5h3.5v14H7zM13.5 5H17v14h-3.5z")
        default: nil
        }
    }
}
