import CardRendering
import HostModel
import TodayProtocol

/// The card at the end of the screen with the widgets that wait to be set up; it is hidden while there is none.
struct SetUpSection {
    let widgets: [ShownWidget]
    let rights: DeviceRights
    let context: PageContext

    func write(to page: inout PageWriter) {
        page.markup("<section class=\"setup\" id=\"setup\" aria-labelledby=\"setup-title\">")
        page.markup("<h2 class=\"section-title\" id=\"setup-title\">\(.setUpMore)</h2>")
        if !widgets.isEmpty {
            page.markup("<ul>")
            for widget in widgets { write(widget, to: &page) }
            page.markup("</ul>")
        }
        page.markup("</section>")
    }

    private func write(_ widget: ShownWidget, to page: inout PageWriter) {
        guard let setUp = widget.setUp else { return }
        page.markup("<li class=\"row\"\("data-id", widget.id.rawValue)\("data-name", widget.title)>")
        page.markup("\(AppIcon(widget.title, of: widget.app, in: context.images))")
        page.markup("<span class=\"what\"><b>\(widget.title)</b>")
        if !setUp.title.isEmpty { page.markup("<small>\(setUp.title)</small>") }
        page.markup("</span>")
        if let target = PageLink.target(of: setUp.url, from: widget.app) {
            page.markup("<a class=\"set-up\"\("href", target.href)\("aria-label", .setUp(widget.title))")
            if target.opensNewWindow { page.markup(" target=\"_blank\" rel=\"noopener noreferrer\"") }
            page.markup(">\(.setUpVerb)</a>")
        }
        if rights == .change {
            page.markup("<button type=\"button\" class=\"tool remove\"")
            if widget.isConfigurable { page.attribute("data-configure", PageLink.configuration(of: widget.id)) }
            page.markup("\("aria-label", .remove(widget.title))></button>")
        }
        page.markup("</li>")
    }
}
