import HostModel
import LocalAPI
import TodayProtocol

/// The complications of all apps in large type, for a small second screen.
struct ComplicationsPage: Page {
    var state: ComplicationsState
    let context: PageContext

    var title: LocalizableText { .complications }
    var sheets: [PageStyleSheet] { [.scene, .complications] }

    func write(to page: inout PageWriter) {
        page.writeBar(.complications)
        let position = ScreenPosition(epoch: context.position.epoch, revision: state.revision)
        page.markup("<main class=\"board\"\(context.placeAndZone)\("data-complications", position.description)")
        page.markup(">\(Self.list(state.complications, in: context.language, images: context.images))</main>")
    }

    /// Returns the part of the page that is replaced when a complication changes.
    static func list(
        _ complications: [ShownComplication],
        in language: PageLanguage,
        images: BundleImageIndex = .empty
    ) -> PageWriter {
        var page = PageWriter(language)
        page.markup("<div id=\"complications\">")
        if complications.isEmpty {
            page.markup("<div class=\"empty\"><h2>\(.noComplications)</h2><p>\(.whatComplicationsAre)</p>")
            page.writeCommand("today complication --list")
            page.markup("</div>")
        } else {
            page.markup("<ul class=\"complications\" data-count=\"\(complications.count)\">")
            for complication in complications {
                ComplicationTile(shown: complication, images: images).write(to: &page)
            }
            page.markup("</ul>")
        }
        page.markup("</div>")
        return page
    }
}

/// One complication; a link if its app can be opened.
struct ComplicationTile {
    let shown: ShownComplication
    var images = BundleImageIndex.empty

    private var complication: Complication { shown.complication }

    func write(to page: inout PageWriter) {
        page.markup("<li\("id", "c-" + shown.app.rawValue)>")
        if let url = shown.url {
            page.markup("<a class=\"complication\"\("href", OpenURLRequest.page(url))")
        } else {
            page.markup("<div class=\"complication\"")
        }
        if let state { page.attribute("data-state", state) }
        page.markup("><span class=\"face\">")
        writeApp(to: &page)
        writeTexts(to: &page)
        writeGauge(to: &page)
        page.markup("</span>\(markup: shown.url == nil ? "</div></li>" : "</a></li>")")
    }

    /// The first class that all surfaces know; the others are for status bars.
    private var state: String? { ["urgent", "done"].first { complication.classes.contains($0) } }

    private func writeApp(to page: inout PageWriter) {
        page.markup("<span class=\"app\">\(AppIcon(shown.title, of: shown.app, in: images))")
        page.markup("<span class=\"label\">\(shown.title)</span></span>")
    }

    private func writeTexts(to page: inout PageWriter) {
        page.markup("<span class=\"short\" data-size=\"")
        switch complication.shortText.count {
        case ...7: page.markup("large")
        case ...16: page.markup("medium")
        default: page.markup("small")
        }
        page.markup("\">")
        if let picture = shown.picture {
            page.markup("<span class=\"picture\" aria-hidden=\"true\">\(picture)</span>")
        }
        page.markup("<bdi>\(complication.shortText)</bdi></span>")
        guard let long = complication.longText else { return }
        page.markup("<bdi class=\"long\">\(long)</bdi>")
    }

    private func writeGauge(to page: inout PageWriter) {
        guard let gauge = complication.gauge else { return }
        let rule = PageRule.gauge(gauge)
        page.markup("<span class=\"gauge\" aria-hidden=\"true\"><span class=\"fill\(rule)\"></span></span>")
        page.markup("<span class=\"visually-hidden\">\(Int((min(max(gauge, 0), 1) * 100).rounded()))%</span>")
    }
}
