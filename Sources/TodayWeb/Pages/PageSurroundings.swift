import Notifications
import TodayScreen

/// What a page shows of notifications around its own content: the tabs, a question, and room for what arrives.
struct PageSurroundings: Sendable {
    /// The two sides of the screen.
    enum Tab: Sendable {
        /// The widgets.
        case today
        /// The notifications.
        case notifications
    }

    /// Badges, counts, questions and failures.
    var summary: NotificationSummary
    /// Up to where the page tells the truth of notifications.
    var position: ScreenPosition
    /// The tab that is chosen, on pages that have tabs.
    var tab: Tab?

    /// Writes the tabs, and the way to Settings beside them.
    func writeTabs(to page: inout PageWriter) {
        guard let tab else { return }
        page.markup("<header class=\"top\"><nav class=\"tabs\" aria-label=\"Tabs\"><a href=\"/\"")
        if tab == .today { page.markup(" aria-current=\"page\"") }
        page.markup(">Today</a><a href=\"/notifications\"")
        if tab == .notifications { page.markup(" aria-current=\"page\"") }
        page.markup(">Notifications <span class=\"count\" id=\"count\"")
        if summary.count == 0 { page.markup(" hidden") }
        page.markup(">")
        page.text(PageNumber.short(summary.count))
        page.markup("</span></a></nav><a class=\"gear\" href=\"/settings\" aria-label=\"Settings\">")
        page.markup(Symbol.gear.markup)
        page.markup("</a></header>")
    }

    /// Writes the place where notifications slide in, with the question that waits longest.
    ///
    /// - Parameters:
    ///   - title: The page's own title, before which the sum of the badges stands.
    ///   - page: Where to write.
    func writeNotices(title: String, to page: inout PageWriter) {
        page.markup("<section class=\"notices\" id=\"notices\" aria-label=\"New Notifications\"")
        page.attribute("data-position", position.description)
        page.attribute("data-badge", String(summary.badgeSum))
        page.attribute("data-title", title)
        page.attribute("data-failures", summary.failures.map(\.id).joined(separator: " "))
        page.markup(">")
        page.page(QuestionCard(question: summary.questions.first).page)
        page.markup("<ol id=\"banners\"></ol></section>")
    }
}

extension NotificationSummary {
    /// Nothing beside the page.
    static let nothing = NotificationSummary(badges: [:], count: 0, questions: [], failures: [])
}
