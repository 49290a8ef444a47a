import CardRendering
import HostModel
import TodayProtocol

/// The form in which a person configures an instance of a widget.
struct ConfigurationPage: Page {
    let configuration: WidgetConfiguration
    /// Reason for which the values were refused; `nil` if none were sent.
    var problem: LocalizableText?
    let context: PageContext

    var title: LocalizableText { .text(configuration.title) }
    var sheets: [PageStyleSheet] { [.cards, .scene] }

    func write(to page: inout PageWriter) {
        page.writeBar(title, titleID: "title")
        page.markup("<main class=\"column scene\"\(context.placeAndZone)>")
        page.writeProblem(problem)
        page.markup("<form method=\"post\" novalidate autocomplete=\"off\">")
        let renderer = PageCardRenderer(
            kind: .scene,
            app: configuration.app,
            widget: configuration.widget.bundle,
            prefix: "s-",
            context: context
        )
        page.card(renderer.render(configuration.card))
        page.markup("<p class=\"foot\"><button class=\"pill strong\">\(.save)</button></p></form></main>")
    }
}
