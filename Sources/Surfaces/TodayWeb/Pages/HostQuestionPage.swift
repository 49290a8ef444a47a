import HostModel
import LocalAPI
import TodayProtocol

/// The question whether an app may make requests to a server; a card of the app links to it.
struct HostQuestionPage {
    /// Content of the page.
    struct Model: Sendable {
        /// The app, the server, and the current permission.
        var question: HostQuestion
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
        /// The language of the texts.
        var language = PageLanguage.english
    }

    let model: Model

    private var question: HostQuestion { model.question }

    private var title: LocalizableText {
        question.isAllowed
            ? .mayFetch(question.title, host: question.host) : .allowHost(question.host, app: question.title)
    }

    /// Returns the address of the page.
    static func path(of app: AppID, host: String) -> String {
        "/settings/apps/hosts?app=\(PercentCoding.encode(app.rawValue))&host=\(PercentCoding.encode(host))"
    }

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: title.text(in: model.language),
            nonce: nonce,
            language: model.language,
            sheets: [.scene, .settings, .install],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.network, back: (AppRightsPage.path(of: question.app), .text(question.title)))
            page.markup("<main class=\"column settings install\"")
            page.attribute("data-position", model.screen.description)
            page.markup("><header class=\"question\"><h2>")
            page.text(title)
            page.markup("</h2><p>")
            page.text(question.isAllowed ? .hostIsAllowed : .aboutAllowingHost(question.title))
            page.markup("</p></header>")
            page.markup("<p class=\"problem\" id=\"host-problem\" role=\"alert\" hidden></p>")
            if !question.isAllowed { writeChoices(to: &page) }
            page.markup("</main>")
        }
    }

    private func writeChoices(to page: inout PageWriter) {
        page.markup("<div class=\"choices\"")
        page.attribute("data-app", question.app.rawValue)
        page.attribute("data-name", question.title)
        page.attribute("data-host-name", question.host)
        page.markup("><button type=\"button\" class=\"pill\" data-host=\"cancel\">")
        page.text(.cancel)
        page.markup("</button><button type=\"button\" class=\"pill strong\" data-host=\"allow\">")
        page.text(.allow)
        page.markup("</button></div>")
    }
}
