import HostModel
import LocalAPI
import TodayProtocol

/// The page with the rights of one app: a switch for each.
struct AppRightsPage {
    /// Content of the page.
    struct Model: Sendable {
        var app: AppRightsDescription
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
        /// The person's text that does not name a server, to be corrected.
        var refusedHost = ""
        /// Reason for which the text was refused; `nil` if it was not.
        var problem: LocalizableText?
        /// The language of the texts.
        var language = PageLanguage.english
    }

    let model: Model

    /// Returns the address of an app's page.
    static func path(of app: AppID) -> String { "/settings/apps?app=" + PercentCoding.encode(app.rawValue) }

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: model.app.title,
            nonce: nonce,
            language: model.language,
            sheets: [.scene, .settings, .install],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.text(model.app.title), back: ("/settings", .settings))
            page.markup("<main class=\"column settings\"")
            page.attribute("data-position", model.screen.description)
            page.markup(">")
            page.page(content)
            page.markup("</main>")
            writeRemoval(to: &page)
        }
    }

    /// The part of the page that is replaced when a right changes.
    var content: PageWriter {
        var page = PageWriter(model.language)
        page.markup("<div id=\"settings\"><h2 class=\"section-title\" id=\"rights-title\">")
        page.text(.mayDo)
        page.markup("</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"rights-title\"")
        page.attribute("data-app", model.app.app.rawValue)
        page.attribute("data-name", model.app.title)
        page.markup(">")
        for right in model.app.rights { write(right, to: &page) }
        if model.app.rights.contains(where: { $0.identifier == "network" }) { writeHostForm(to: &page) }
        page.markup("</div>")
        if let problem = model.problem {
            page.markup("<p class=\"problem\" id=\"host-problem\" role=\"alert\">")
            page.text(problem)
            page.markup("</p>")
        }
        for sentence in [model.app.signatureSentence] + model.app.unsupported + model.app.limits {
            page.markup("<p class=\"aside\">")
            page.text(sentence)
            page.markup("</p>")
        }
        page.markup("<p class=\"aside\">")
        page.text(.switchTakesEffect(model.app.version))
        page.markup("</p><div class=\"sheaf\"><button type=\"button\" class=\"line destructive\" data-removal=\"ask\">")
        page.text(.removeApp)
        page.markup("</button></div></div>")
        return page
    }

    /// Writes the field for a server that the app did not request; it leads to the question about that server.
    private func writeHostForm(to page: inout PageWriter) {
        page.markup(
            "<form class=\"line subscribe\" action=\"/settings/apps/hosts\"><input type=\"hidden\" name=\"app\""
        )
        page.attribute("value", model.app.app.rawValue)
        page.markup("><input class=\"field\" name=\"host\" required maxlength=\"260\" autocomplete=\"off\"")
        page.markup(" autocapitalize=\"none\" spellcheck=\"false\" dir=\"ltr\"")
        page.attribute("aria-label", .anotherHost)
        page.attribute("placeholder", .anotherHost)
        page.attribute("value", model.refusedHost)
        if model.problem != nil { page.markup(" aria-invalid=\"true\" aria-describedby=\"host-problem\" autofocus") }
        page.markup("><button class=\"quiet-button\">")
        page.text(.allow)
        page.markup("</button></form>")
    }

    /// Writes the question whether to remove the app.
    private func writeRemoval(to page: inout PageWriter) {
        page.markup("<dialog class=\"sheet\" id=\"removal\" aria-labelledby=\"removal-title\"")
        page.markup(" aria-describedby=\"removal-about\"")
        page.attribute("data-app", model.app.app.rawValue)
        page.attribute("data-name", model.app.title)
        page.markup("><h2 id=\"removal-title\">")
        page.text(.removeQuestion(model.app.title))
        page.markup("</h2><p id=\"removal-about\">")
        page.text(.aboutRemoval)
        page.markup("</p><label class=\"check\"><input type=\"checkbox\" autocomplete=\"off\"><span>")
        page.text(.keepData)
        page.markup("</span></label><div class=\"two\"><button type=\"button\" data-removal=\"cancel\" autofocus>")
        page.text(.cancel)
        page.markup("</button><button type=\"button\" class=\"main destructive\" data-removal=\"confirm\">")
        page.text(.removeButton)
        page.markup("</button></div></dialog>")
    }

    private func writeText(of right: AppRightsDescription.Right, to page: inout PageWriter) {
        page.markup("<span>")
        page.text(right.sentence)
        if let purpose = right.purpose {
            page.markup("<small>")
            page.text(.theAppSays(purpose))
            page.markup("</small>")
        }
        page.markup("</span>")
    }

    private func write(_ right: AppRightsDescription.Right, to page: inout PageWriter) {
        guard right.isRevocable else {
            page.markup("<div class=\"line right\">")
            writeText(of: right, to: &page)
            page.markup("</div>")
            return
        }
        page.markup("<label class=\"line right\">")
        writeText(of: right, to: &page)
        page.markup("<input class=\"switch\" type=\"checkbox\" role=\"switch\" autocomplete=\"off\"")
        page.attribute("id", "right-" + right.identifier)
        page.attribute("data-right", right.identifier)
        if right.isGranted { page.markup(" checked") }
        page.markup("></label>")
    }
}

/// The list of apps in Settings, each with a link to its rights, and the field for a file to install another one from.
struct AppListSection {
    /// Maximum size of a file that the page's script sends, in bytes; the host has a limit of its own.
    private static let sizeLimit = 512 << 20

    let apps: [AppDescription]
    var images = BundleImageIndex.empty

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"apps-title\">")
        page.text(.apps)
        page.markup("</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"apps-title\">")
        for app in apps {
            page.markup("<a class=\"line leads\"")
            page.attribute("href", AppRightsPage.path(of: app.id))
            page.markup(">")
            AppIcon(title: app.title, id: app.id.rawValue, image: images.icon(of: app.id)).write(to: &page)
            page.markup("<span>")
            page.text(app.title)
            page.markup("</span></a>")
        }
        page.markup("<label class=\"line file\"><span>")
        page.text(.installFromFile)
        page.markup("</span><input type=\"file\" accept=\".tar,.tgz,.gz\" data-bundle")
        page.attribute("data-limit", String(Self.sizeLimit))
        page.markup("></label></div><p class=\"problem\" id=\"install-problem\" role=\"alert\" hidden></p>")
        page.markup("<p class=\"aside\">")
        page.text(.whatEachAppMayDo)
        page.markup("</p>")
    }
}
