import HostModel
import TodayProtocol

/// The consent sheet of an uploaded bundle: its requests, and the question whether to install it.
struct InstallPage {
    /// Content of the page.
    struct Model: Sendable {
        /// Id of the upload.
        var upload: String
        /// The consent sheet.
        var sheet: ConsentSheet
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
        /// The language and time zone of the person.
        var viewer: Viewer
    }

    let model: Model

    private var sheet: ConsentSheet { model.sheet }
    private var title: String { sheet.title(in: model.viewer.language) }
    private var question: LocalizableText {
        switch sheet.installedVersion {
        case nil: .installQuestion(title)
        case sheet.version: .replaceQuestion(title, version: sheet.version)
        case let installed?: .replaceVersionQuestion(title, installed: installed, version: sheet.version)
        }
    }
    /// Requested rights; of an update, only the new ones.
    private var requests: [ConsentSheet.Right] { sheet.rights.filter(\.isNew) }

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        let language = model.viewer.pageLanguage
        return PageLayout(
            title: question.text(in: language),
            nonce: nonce,
            language: language,
            sheets: [.scene, .settings, .install],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.installApp, back: ("/settings", .settings))
            page.markup("<main class=\"column settings install\"")
            page.attribute("data-position", model.screen.description)
            page.attribute("data-upload", model.upload)
            page.attribute("data-digest", sheet.digest)
            page.attribute("data-name", title)
            page.markup("><header class=\"question\"><h2>")
            page.text(question)
            page.markup("</h2><p>")
            page.text(sheet.app.rawValue)
            page.markup("</p><p>")
            page.text(sheet.signatureSentence)
            page.markup("</p></header>")
            write(.takesThePlace, sheet.replaced, to: &page)
            writeRequests(to: &page)
            write(.belongsToAnotherApp, sheet.conflicts, to: &page)
            write(.withoutEffect, sheet.unsupported, to: &page)
            page.markup("<p class=\"problem\" id=\"install-problem\" role=\"alert\" hidden></p>")
            page.markup("<div class=\"choices\"><button type=\"button\" class=\"pill\" data-install=\"cancel\">")
            page.text(.cancel)
            page.markup("</button><button type=\"button\" class=\"pill strong\" data-install=\"agree\">")
            page.text(sheet.installedVersion == nil ? .installButton : .replaceButton)
            page.markup("</button></div></main>")
        }
    }

    private func writeRequests(to page: inout PageWriter) {
        guard !requests.isEmpty else {
            page.markup("<p class=\"aside\">")
            page.text(.asksForNothingNew(title))
            page.markup("</p>")
            return
        }
        page.markup("<h2 class=\"section-title\">")
        page.text(sheet.installedVersion == nil ? .asksForThis(title) : .nowAsksForThis(title))
        page.markup("</h2><ul class=\"sheaf\">")
        for right in requests {
            page.markup("<li class=\"line right\"><span>")
            page.text(right.sentence(in: model.viewer.language))
            if let purpose = right.purpose(in: model.viewer.language) {
                page.markup("<small>")
                page.text(.theAppSays(purpose))
                page.markup("</small>")
            }
            page.markup("</span></li>")
        }
        page.markup("</ul>")
    }

    /// Writes sentences of the host under a title, unless there are none.
    private func write(_ title: LocalizableText, _ sentences: [LocalizableText], to page: inout PageWriter) {
        guard !sentences.isEmpty else { return }
        page.markup("<h2 class=\"section-title\">")
        page.text(title)
        page.markup("</h2><ul class=\"sheaf\">")
        for sentence in sentences {
            page.markup("<li class=\"line right\"><span>")
            page.text(sentence)
            page.markup("</span></li>")
        }
        page.markup("</ul>")
    }
}
