import HostModel
import LocalAPI
import TodayProtocol

/// The content that a browser sent to be shared, with the apps that take it; after sharing, the app's answer.
///
/// It works without the script, unless the images must be made smaller first.
struct SharePage: Page {
    /// Maximum number of characters of a text that are shown.
    static let shownCharacters = 500

    let draft: ShareDrafts.Draft
    /// The installed apps.
    let apps: [AppDescription]
    /// Reason for which it was not shared.
    var problem: LocalizableText?
    let context: PageContext

    /// Returns the address of the page.
    static func path(of draft: String) -> String { "/share/\(draft)" }

    /// Returns the address of a draft's images; each has its index, from 0 on, below it.
    private static func imagesPath(of draft: String) -> String { path(of: draft) + "/images" }

    var title: LocalizableText { .share }
    var sheets: [PageStyleSheet] { [.scene, .settings, .install] }

    func write(to page: inout PageWriter) {
        page.writeBar(.share)
        page.markup("<main class=\"column settings install\"\(context.place)>")
        page.writeProblem(problem)
        if let result = draft.result { write(result, to: &page) } else { writeQuestion(to: &page) }
        page.markup("</main>")
    }

    // MARK: - Before sharing

    private func writeQuestion(to page: inout PageWriter) {
        let takers = apps.filter { $0.share?.takes(draft.content) == true }
        page.markup("<h2 class=\"section-title\">\(.thisIsShared)</h2><ul class=\"sheaf\">")
        writeContent(to: &page)
        page.markup("</ul>")
        if takers.isEmpty {
            page.markup("<p class=\"aside\">\(.noAppTakesThis)</p>")
        } else if draft.isLarge {
            writeShrinking(to: &page)
        }
        page.markup("<form method=\"post\"\("action", Self.path(of: draft.id))><div class=\"choices\">")
        page.markup("<button class=\"pill\"\("formaction", Self.path(of: draft.id) + "/cancel")>\(.cancel)</button>")
        for app in draft.isLarge ? [] : takers {
            page.markup("<button class=\"pill strong\" name=\"app\"")
            page.markup("\("value", app.id.rawValue)>\(.shareWith(app.title))</button>")
        }
        page.markup("</div></form>")
    }

    /// Writes the region in which the script reports that it makes the images smaller, or why it cannot.
    private func writeShrinking(to page: inout PageWriter) {
        page.markup("<p class=\"aside\" id=\"shrinking\" role=\"status\"")
        page.attribute("data-path", Self.imagesPath(of: draft.id))
        page.markup("\("data-bytes", String(SharedContent.imageBytes))></p>")
        page.markup("<p class=\"problem\" id=\"shrinking-problem\" role=\"alert\" hidden></p>")
        page.markup("<noscript><p class=\"problem\">\(.imagesAreTooLarge)</p></noscript>")
    }

    private func writeContent(to page: inout PageWriter) {
        if let title = draft.content.title { write(title, to: &page) }
        if let text = draft.content.text {
            write(text.prefix(Self.shownCharacters) + (text.count > Self.shownCharacters ? "…" : ""), to: &page)
        }
        for url in draft.content.urls { write(url, to: &page) }
        for image in draft.content.images {
            page.markup("<li class=\"line right\"")
            if draft.isLarge {
                page.markup("\("data-bytes", String(image.data.count))\("data-name", image.name ?? "")")
            }
            page.markup("><span>")
            let kibibytes = (image.data.count + 1023) / 1024
            page.text(image.name.map { .sharedNamedImage($0, kibibytes: kibibytes) } ?? .sharedImage(kibibytes))
            page.markup("</span></li>")
        }
    }

    private func write(_ text: String, to page: inout PageWriter) {
        page.markup("<li class=\"line right\"><span class=\"shared\" dir=\"auto\">\(text)</span></li>")
    }

    // MARK: - After sharing

    private func write(_ result: ShareDrafts.Result, to page: inout PageWriter) {
        let app = apps.first { $0.id == result.app }
        let title = app?.title ?? result.app.rawValue
        page.markup("<header class=\"question\"><h2>\(result.isUndone ? .undone : .sharedWith(title))</h2>")
        if let message = result.message, !result.isUndone { page.markup("<p dir=\"auto\">\(message)</p>") }
        page.markup("</header><div class=\"choices\">")
        if result.undo != nil, !result.isUndone, app?.urlSchemes.first != nil {
            page.markup("<form method=\"post\"\("action", Self.path(of: draft.id) + "/undo")>")
            page.markup("<button class=\"pill\">\(.undo)</button></form>")
        }
        if let scheme = app?.urlSchemes.first {
            page.markup("<a class=\"pill\"\("href", OpenURLRequest.page("\(scheme)://"))>\(.openApp(title))</a>")
        }
        page.markup("<a class=\"pill strong\" href=\"/\">\(.goToToday)</a></div>")
    }
}

extension PlainPage {
    /// For a draft that no longer exists, or that belongs to another browser.
    static let goneShare = PlainPage(title: .notHere, sentence: .shareIsGone, buttons: [(.goToToday, "/")])
}
