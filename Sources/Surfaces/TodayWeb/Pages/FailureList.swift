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
        if !failures.isEmpty { page.markup("<h2 class=\"section-title\">\(.couldNotBeDone)</h2>") }
        for failure in failures.prefix(Self.limit) { write(failure, to: &page) }
        page.markup("</div>")
        return page
    }

    private func write(_ failure: NotificationSummary.Failure, to page: inout PageWriter) {
        let id = "f-" + failure.id
        page.markup("<div class=\"failure\" role=\"group\"\("id", id)\("data-response", failure.id)")
        page.markup("\("aria-labelledby", id + ".what")>\(Symbol.warning)<div><p\("id", id + ".what")>")
        page.markup("<b>\(failure.action)</b> · \(failure.title)</p><p class=\"reason\">\(failure.reason)</p></div>")
        page.markup("<div class=\"choices\">")
        if let server = failure.reason.refusedServer {
            page.markup("<a class=\"choice main\"\("href", ServerQuestionPage.path(of: failure.app, host: server))>")
            page.markup("\(.allowServer(server))</a>")
        }
        page.markup("<button type=\"button\" class=\"choice\" data-failure=\"retry\">")
        page.markup("\(.retry)</button><button type=\"button\" class=\"choice\" data-failure=\"discard\">\(.discard)")
        page.markup("</button></div></div>")
    }
}
