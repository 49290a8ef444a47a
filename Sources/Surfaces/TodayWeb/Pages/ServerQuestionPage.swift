import HostModel
import LocalAPI
import TodayProtocol

/// The question whether an app may make requests to a server; a card of the app links to it.
struct ServerQuestionPage: Page {
    /// The app, the server, and the current permission.
    var question: ServerQuestion
    let context: PageContext

    var title: LocalizableText {
        question.isAllowed
            ? .mayFetch(question.title, host: question.host) : .allowHost(question.host, app: question.title)
    }

    /// Returns the address of the page.
    static func path(of app: AppID, host: String) -> String {
        "/settings/apps/hosts?app=\(PercentCoding.encode(app.rawValue))&host=\(PercentCoding.encode(host))"
    }

    var sheets: [PageStyleSheet] { [.scene, .settings, .install] }

    func write(to page: inout PageWriter) {
        let isOfTopics = question.app == TopicsApp.id
        let back = isOfTopics ? TopicsPage.path : AppRightsPage.path(of: question.app)
        page.writeBar(.network, back: (back, .text(question.title)))
        page.markup("<main class=\"column settings install\"\(context.place)><header class=\"question\">")
        page.markup("<h2>\(title)</h2><p>\(question.isAllowed ? .hostIsAllowed : .aboutAllowingHost(question.title))")
        page.markup("</p></header><p class=\"problem\" id=\"host-problem\" role=\"alert\" hidden></p>")
        if !question.isAllowed { writeChoices(to: &page) }
        page.markup("</main>")
    }

    private func writeChoices(to page: inout PageWriter) {
        page.markup("<div class=\"choices\"\("data-app", question.app.rawValue)")
        page.markup("\("data-name", question.title)\("data-host-name", question.host)>")
        page.markup("<button type=\"button\" class=\"pill\" data-host=\"cancel\">\(.cancel)</button>")
        page.markup("<button type=\"button\" class=\"pill strong\" data-host=\"allow\">\(.allow)</button></div>")
    }
}
