/// The theme that the person chose for a browser; without a choice a page has the theme of the system.
enum PageTheme: String, CaseIterable, Sendable {
    case light
    case dark

    /// Name of the cookie with the choice.
    static let cookie = "today_theme"

    /// Theme of the page that is being written; `nil` for that of the system.
    @TaskLocal static var current: PageTheme?

    /// Color for the browser's own bars around the page.
    var barColor: String {
        switch self {
        case .light: "#e9eef7"
        case .dark: "#0c0f17"
        }
    }

    /// Writes the color of the browser's bars in this theme, unless the page uses the other one.
    func writeBarColor(to page: inout PageWriter) {
        guard PageTheme.current == nil || PageTheme.current == self else { return }
        page.markup("<meta name=\"theme-color\"\("content", barColor)")
        if PageTheme.current == nil { page.attribute("media", "(prefers-color-scheme:\(rawValue))") }
        page.markup(">")
    }
}
