import HostModel
import TodayProtocol

/// The consent sheet of an uploaded bundle: its requests, and the question whether to install it.
struct InstallPage: Page {
    /// Id of the upload.
    var upload: String
    /// The consent sheet.
    var sheet: ConsentSheet
    let context: PageContext

    private var appTitle: String { sheet.title(in: context.viewer.language) }
    var title: LocalizableText {
        switch sheet.installedVersion {
        case nil: .installQuestion(appTitle)
        case sheet.version: .replaceQuestion(appTitle, version: sheet.version)
        case let installed?: .replaceVersionQuestion(appTitle, installed: installed, version: sheet.version)
        }
    }
    /// Requested rights; of an update, only the new ones.
    private var requests: [ConsentSheet.Right] { sheet.rights.filter(\.isNew) }

    var sheets: [PageStyleSheet] { [.scene, .settings, .install] }

    func write(to page: inout PageWriter) {
        page.writeBar(.installApp, back: ("/settings", .settings))
        page.markup("<main class=\"column settings install\"\(context.place)\("data-upload", upload)")
        page.markup("\("data-digest", sheet.digest)\("data-name", appTitle)><header class=\"question\">")
        page.markup("<h2>\(title)</h2><p>\(sheet.app.rawValue)</p><p>\(sheet.signatureSentence)</p></header>")
        write(.takesThePlace, sheet.replaced, to: &page)
        writeRequests(to: &page)
        write(.belongsToAnotherApp, sheet.conflicts, to: &page)
        write(.withoutEffect, sheet.unsupported, to: &page)
        page.markup("<p class=\"problem\" id=\"install-problem\" role=\"alert\" hidden></p>")
        page.markup("<div class=\"choices\"><button type=\"button\" class=\"pill\" data-install=\"cancel\">")
        page.markup("\(.cancel)</button><button type=\"button\" class=\"pill strong\" data-install=\"agree\">")
        page.markup("\(sheet.installedVersion == nil ? .installButton : .replaceButton)</button></div></main>")
    }

    private func writeRequests(to page: inout PageWriter) {
        guard !requests.isEmpty else {
            page.markup("<p class=\"aside\">\(.asksForNothingNew(appTitle))</p>")
            return
        }
        let heading: LocalizableText =
            sheet.installedVersion == nil ? .asksForThis(appTitle) : .nowAsksForThis(appTitle)
        page.markup("<h2 class=\"section-title\">\(heading)</h2><ul class=\"sheaf\">")
        for right in requests {
            page.markup("<li class=\"line right\"><span>\(right.sentence(in: context.viewer.language))")
            if let purpose = right.purpose(in: context.viewer.language) {
                page.markup("<small>\(.theAppSays(purpose))</small>")
            }
            page.markup("</span></li>")
        }
        page.markup("</ul>")
    }

    /// Writes sentences of the host under a title, unless there are none.
    private func write(_ title: LocalizableText, _ sentences: [LocalizableText], to page: inout PageWriter) {
        guard !sentences.isEmpty else { return }
        page.markup("<h2 class=\"section-title\">\(title)</h2><ul class=\"sheaf\">")
        for sentence in sentences { page.markup("<li class=\"line right\"><span>\(sentence)</span></li>") }
        page.markup("</ul>")
    }
}
