import HostModel
import LocalAPI
import TodayProtocol

/// The page with the rights of one app: a switch for each.
struct AppRightsPage: Page {
    var app: AppRightsDescription
    /// The person's text that does not name a server, to be corrected.
    var refusedHost = ""
    /// Reason for which the text was refused; `nil` if it was not.
    var problem: LocalizableText?
    let context: PageContext

    /// Returns the address of an app's page.
    static func path(of app: AppID) -> String { "/settings/apps?app=" + PercentCoding.encode(app.rawValue) }

    var title: LocalizableText { .text(app.title) }
    var sheets: [PageStyleSheet] { [.scene, .settings, .install] }

    func write(to page: inout PageWriter) {
        page.writeBar(.text(app.title), back: ("/settings", .settings))
        page.markup("<main class=\"column settings\"\(context.place)>\(content)</main>")
        writeRemoval(to: &page)
    }

    /// The part of the page that is replaced when a right changes.
    var content: PageWriter {
        var page = PageWriter(context.language)
        page.markup("<div id=\"settings\"><h2 class=\"section-title\" id=\"rights-title\">\(.mayDo)</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"rights-title\"")
        page.markup("\("data-app", app.app.rawValue)\("data-name", app.title)>")
        for right in app.rights { write(right, to: &page) }
        if app.rights.contains(where: { $0.identifier == "network" }) { writeHostForm(to: &page) }
        page.markup("</div>")
        if let problem { page.markup("<p class=\"problem\" id=\"host-problem\" role=\"alert\">\(problem)</p>") }
        for sentence in [app.signatureSentence] + app.unsupported + app.limits {
            page.markup("<p class=\"aside\">\(sentence)</p>")
        }
        page.markup("<p class=\"aside\">\(.switchTakesEffect(app.version))</p><div class=\"sheaf\">")
        page.markup("<button type=\"button\" class=\"line destructive\" data-removal=\"ask\">\(.removeApp)</button>")
        page.markup("</div></div>")
        return page
    }

    /// Writes the field for a server that the app did not request; it leads to the question about that server.
    private func writeHostForm(to page: inout PageWriter) {
        page.markup(
            "<form class=\"line subscribe\" action=\"/settings/apps/hosts\"><input type=\"hidden\" name=\"app\""
        )
        page.attribute("value", app.app.rawValue)
        page.markup("><input class=\"field\" name=\"host\" required maxlength=\"260\" autocomplete=\"off\"")
        page.markup(" autocapitalize=\"none\" spellcheck=\"false\" dir=\"ltr\"")
        page.attribute("aria-label", .anotherHost)
        page.attribute("placeholder", .anotherHost)
        page.attribute("value", refusedHost)
        if problem != nil { page.markup(" aria-invalid=\"true\" aria-describedby=\"host-problem\" autofocus") }
        page.markup("><button class=\"quiet-button\">")
        page.text(.allow)
        page.markup("</button></form>")
    }

    /// Writes the question whether to remove the app.
    private func writeRemoval(to page: inout PageWriter) {
        page.markup("<dialog class=\"sheet\" id=\"removal\" aria-labelledby=\"removal-title\"")
        page.markup(" aria-describedby=\"removal-about\"")
        page.attribute("data-app", app.app.rawValue)
        page.attribute("data-name", app.title)
        page.markup("><h2 id=\"removal-title\">")
        page.text(.removeQuestion(app.title))
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
        page.markup("<span>\(right.sentence)")
        if let purpose = right.purpose { page.markup("<small>\(.theAppSays(purpose))</small>") }
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
        page.markup("\("data-right", right.identifier)\(if: right.isGranted, " checked")></label>")
    }
}

/// The list of apps in Settings, each with a link to its rights, and the field for a file to install another one from.
struct AppListSection {
    /// Maximum size of a file that the page's script sends, in bytes; the host has a limit of its own.
    private static let sizeLimit = 512 << 20

    let apps: [AppDescription]
    var images = BundleImageIndex.empty

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"apps-title\">\(.apps)</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"apps-title\">")
        for app in apps {
            page.markup("<a class=\"line leads\"\("href", AppRightsPage.path(of: app.id))")
            page.markup(">\(AppIcon(app.title, of: app.id, in: images))<span>\(app.title)</span></a>")
        }
        page.markup("<label class=\"line file\">")
        page.markup("<span>\(.installFromFile)</span><input type=\"file\" accept=\".tar,.tgz,.gz\" data-bundle")
        page.markup("\("data-limit", String(Self.sizeLimit))></label></div>")
        page.markup("<p class=\"problem\" id=\"install-problem\" role=\"alert\" hidden></p>")
        page.markup("<p class=\"aside\">\(.whatEachAppMayDo)</p>")
    }
}
