import HostModel
import TodayProtocol

/// The answers to notifications that apps failed to process; empty if there are none.
struct FailureList {
    /// Maximum number of answers on a page; the others follow once the person has decided about these.
    static let limit = 20

    let failures: [NotificationSummary.Failure]
    var language = PageLanguage.english

    var page: PageWriter {
        var page = PageWriter(language)
        page.markup("<div id=\"failures\">")
        if !failures.isEmpty {
            page.markup("<h2 class=\"section-title\">")
            page.text(.couldNotBeDone)
            page.markup("</h2>")
        }
        for failure in failures.prefix(Self.limit) { write(failure, to: &page) }
        page.markup("</div>")
        return page
    }

    private func write(_ failure: NotificationSummary.Failure, to page: inout PageWriter) {
        let id = "f-" + failure.id
        page.markup("<div class=\"failure\" role=\"group\"")
        page.attribute("id", id)
        page.attribute("data-response", failure.id)
        page.attribute("aria-labelledby", id + ".what")
        page.markup(">")
        page.markup(Symbol.warning.markup)
        page.markup("<div><p")
        page.attribute("id", id + ".what")
        page.markup("><b>")
        page.text(failure.action)
        page.markup("</b> · ")
        page.text(failure.title)
        page.markup("</p><p class=\"reason\">")
        page.text(failure.reason)
        page.markup("</p></div><div class=\"choices\">")
        page.markup("<button type=\"button\" class=\"choice\" data-failure=\"retry\">")
        page.text(.retry)
        page.markup("</button>")
        page.markup("<button type=\"button\" class=\"choice\" data-failure=\"discard\">")
        page.text(.discard)
        page.markup("</button></div></div>")
    }
}
