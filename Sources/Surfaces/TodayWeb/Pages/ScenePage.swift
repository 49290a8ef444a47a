import CardRendering
import HostModel
import TodayProtocol

/// A page of an app.
struct ScenePage: Page {
    let scene: SceneState
    let context: PageContext

    var title: LocalizableText { .text(scene.title) }
    var sheets: [PageStyleSheet] { isSplit ? [.cards, .scene, .split] : [.cards, .scene] }

    func write(to page: inout PageWriter) {
        let hue = context.images.hue(of: scene.app) ?? AppIcon.hue(of: scene.app.rawValue)
        page.writeBar(title, titleID: "title")
        page.markup("<main class=\"column scene\(if: isSplit, " split") hue-\(hue)\"\(context.place)")
        page.markup("\("data-scene", scene.url)\("data-app", scene.app.rawValue)\("data-zone", context.viewer.zone)>")
        writePrimary(to: &page)
        if isSplit { page.markup("<div class=\"detail\">") }
        if PageRights.current == .view {
            page.markup("<p class=\"aside may-not-act\" role=\"note\">\(.mayNotAct)</p>")
        }
        page.markup("<p class=\"problem\" id=\"problem\" role=\"alert\" hidden></p>")
        page.markup("\(form)\(messageBody)\(if: isSplit, "</div>")")
        if let placeholder = scene.placeholder { page.markup("<p class=\"placeholder\">\(placeholder)</p>") }
        page.markup("</main>")
        let rights = PageRights.current
        page.page(QuestionCard(context.summary, for: rights, in: context.language, images: context.images).page)
    }

    /// `true` if a wide window shows two pages side by side.
    private var isSplit: Bool { scene.primary != nil || scene.placeholder != nil }

    /// Writes the region for the page beside this one; the script draws it if the window is wide.
    private func writePrimary(to page: inout PageWriter) {
        guard let primary = scene.primary else { return }
        page.markup("<aside id=\"primary\"\("data-scene", primary)\("aria-label", scene.appTitle)>")
        page.markup("<form id=\"primary-card\" novalidate autocomplete=\"off\"></form></aside>")
    }

    /// The frame that shows a message's body, or the element into which the script may insert one.
    ///
    /// The frame allows no scripts and no forms, and its links open only in new windows. It keeps this surface's
    /// origin: without it, the browser would not send the session's cookie with requests for pictures, and the page's
    /// script could not adapt the frame's height to its content.
    var messageBody: PageWriter {
        var page = PageWriter(context.language)
        if let hasEnded = scene.hasEnded {
            writeEnd(hasEnded: hasEnded, to: &page)
            return page
        }
        page.markup("<div class=\"message\" id=\"message\"")
        if let message = scene.message {
            let source = PageLink.folder(of: message, of: scene.app) + "body"
            page.markup("><iframe id=\"body\"\("src", source)\("title", scene.title)")
            page.markup(" sandbox=\"allow-same-origin allow-popups allow-popups-to-escape-sandbox\"")
            page.markup(" referrerpolicy=\"same-origin\"></iframe></div>")
        } else {
            page.markup(" hidden></div>")
        }
        return page
    }

    /// Writes, in place of a message, the button that cancels the use of an extension, or the link away from its
    /// result.
    ///
    /// It works without a script.
    private func writeEnd(hasEnded: Bool, to page: inout PageWriter) {
        page.markup("<div class=\"foot\" id=\"message\">")
        if hasEnded {
            page.markup("<a class=\"pill strong\" href=\"/\">\(.done)</a>")
        } else if PageRights.current > .view {
            page.markup("<form method=\"post\" action=\"/uses/end\"><input type=\"hidden\" name=\"url\"")
            page.markup("\("value", scene.url)><button class=\"pill\">\(.cancel)</button></form>")
        }
        page.markup("</div>")
    }

    /// The part of the page that is replaced when the app renders the page again.
    var form: PageWriter { form(.page) }

    /// The position of a page's card, which determines the id of its form.
    enum Place: String {
        /// On its own page.
        case page = "card"
        /// Beside another page.
        case primary = "primary-card"
        /// Over the page with the text that an Action extension takes.
        case use = "use-card"

        /// Prefix of the ids of the form's elements.
        fileprivate var prefix: String {
            switch self {
            case .page: "s-"
            case .primary: "p-"
            case .use: "u-"
            }
        }
    }

    /// Returns the form with the page's card.
    func form(_ place: Place) -> PageWriter {
        var page = PageWriter(context.language)
        page.markup("<form\("id", place.rawValue) novalidate autocomplete=\"off\">")
        let renderer = PageCardRenderer(
            kind: .scene,
            app: scene.app,
            prefix: place.prefix,
            context: context,
            focus: place == .primary ? nil : scene.focus
        )
        page.card(renderer.render(scene.card))
        page.markup("</form>")
        return page
    }
}
