import AdaptiveCards

extension SymbolPath {
    private static let circle: StaticString = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z"

    /// Returns the drawing of a symbol for a state; `nil` for any other symbol.
    static func state(_ symbol: IconSymbol) -> SymbolPath? {
        switch symbol {
        case .checkmark:
            SymbolPath("M5 12.8l4.6 4.6L19.5 7", solid: "M9.6 19.2l-6-6 1.9-1.9 4.1 4.1 9.2-9.7 2 1.9z")
        case .checkmarkCircle:
            SymbolPath(
                "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM7.8 12.4l2.9 2.9 5.6-6",
                solid: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM10.7 16.9l6.9-7.4-1.4-1.3-5.5 5.9-2.5-2.5-1.4 1.4z"
            )
        case .circle: SymbolPath(circle)
        case .dismiss:
            SymbolPath(
                "M6 6l12 12M18 6L6 18",
                solid:
                    """
                    M6.9 5L5 6.9 10.1 12 5 17.1 6.9 19l5.1-5.1 5.1 5.1 1.9-1.9-5.1-5.1L19 6.9 17.1 5 12\
                     10.1z
                    """
            )
        case .dismissCircle:
            SymbolPath(
                "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9 9l6 6M15 9l-6 6",
                solid: """
                    M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM9 7.6L7.6 9l3 3-3 3L9 16.4l3-3 3 3 1.4-1.4-3-3 3-3L15 7.6l-3 3z
                    """
            )
        case .add: SymbolPath("M12 5v14M5 12h14", solid: "M10.7 4.5v6.2H4.5v2.6h6.2v6.2h2.6v-6.2h6.2v-2.6h-6.2V4.5z")
        case .addCircle:
            SymbolPath(
                "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 8v8M8 12h8",
                solid: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM11 7v4H7v2h4v4h2v-4h4v-2h-4V7z"
            )
        case .subtract: SymbolPath("M5 12h14", solid: "M4.5 10.7h15v2.6h-15z")
        case .info:
            SymbolPath(
                "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 11v5.5M12 7.6v.1",
                solid: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM11 10.5v6.5h2v-6.5zM11 7v2h2V7z"
            )
        case .errorCircle:
            SymbolPath(
                "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7.5V13M12 16.3v.1",
                solid: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM11 7v6.5h2V7zM11 15.3v2h2v-2z"
            )
        case .question:
            SymbolPath("M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.6M12 18.3v.1")
        case .warning:
            SymbolPath(
                "M12 3.5L2.5 20h19zM12 9.5V14M12 17v.1",
                solid: "M12 2.5L1.5 21h21zM11 9v5.5h2V9zM11 16v2h2v-2z"
            )
        case .star: SymbolPath(star)
        case .heart:
            SymbolPath("M12 20S3.5 15.4 3.5 9.3A4.6 4.6 0 0 1 12 6.9a4.6 4.6 0 0 1 8.5 2.4C20.5 15.4 12 20 12 20z")
        case .flag: SymbolPath("M5.5 21V4h13l-3 4.5 3 4.5h-13")
        case .fire:
            SymbolPath(
                """
                M12 21.5a6.5 6.5 0 0 0 6.5-6.5c0-5-4.6-6.6-5.2-12-3 1.7-3.6 4.8-3\
                 7.3-1.3-.4-2-1.4-2.2-2.6A8.8 8.8 0 0 0 5.5 15a6.5 6.5 0 0 0 6.5 6.5z
                """
            )
        case .bookmark: SymbolPath("M6.5 3.5h11v17L12 16.2l-5.5 4.3z")
        case .lightbulb:
            SymbolPath("M9 17.5h6M9.8 20.5h4.4M9 17.5c0-2-3-3.3-3-7a6 6 0 0 1 12 0c0 3.7-3 5-3 7z")
        default: nil
        }
    }
}
