import CardRendering
import HostModel
import TodayProtocol

/// The form in which a person configures an instance of a widget.
struct ConfigurationPage {
    let configuration: WidgetConfiguration
    /// Reason for which the values were refused; `nil` if none were sent.
    var problem: LocalizableText?
    let viewer: Viewer
    /// Badges, questions and failures.
    var summary = NotificationSummary.nothing
    /// The images of the installed bundles.
    var images = BundleImageIndex.empty
    /// Position after which the page's event stream continues.
    let screen: ScreenPosition

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: configuration.title,
            nonce: nonce,
            language: viewer.pageLanguage,
            sheets: [.cards, .scene],
            chrome: PageChrome(summary: summary, position: screen, images: images)
        ).wrap { page in
            page.writeBar(.text(configuration.title), titleID: "title")
            page.markup("<main class=\"column scene\"")
            page.attribute("data-position", screen.description)
            page.attribute("data-zone", viewer.zone)
            page.markup(">")
            if let problem {
                page.markup("<p class=\"problem\" role=\"alert\">")
                page.text(problem)
                page.markup("</p>")
            }
            page.markup("<form method=\"post\" novalidate autocomplete=\"off\">")
            let renderer = PageCardRenderer(
                kind: .scene,
                app: configuration.app,
                widget: configuration.widget.bundle,
                prefix: "s-",
                viewer: viewer,
                images: images
            )
            page.card(renderer.render(configuration.card))
            page.markup("<p class=\"foot\"><button class=\"pill strong\">")
            page.text(.save)
            page.markup("</button></p></form></main>")
        }
    }
}
