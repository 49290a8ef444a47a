import HostModel
import LocalAPI
import TodayProtocol

/// The complications of all apps in large type, for a small second screen.
struct ComplicationsPage {
    /// Content of the page.
    struct Model: Sendable {
        var state: ComplicationsState
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The language and time zone of the person.
        var viewer: Viewer
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
    }

    let model: Model

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.complications.text(in: model.viewer.pageLanguage),
            nonce: nonce,
            language: model.viewer.pageLanguage,
            sheets: [.scene, .complications],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.complications)
            page.markup("<main class=\"board\"")
            page.attribute("data-position", model.screen.description)
            page.attribute("data-zone", model.viewer.zone)
            let position = ScreenPosition(epoch: model.screen.epoch, revision: model.state.revision)
            page.attribute("data-complications", position.description)
            page.markup(">")
            page.page(Self.list(model.state.complications, in: model.viewer.pageLanguage, images: model.images))
            page.markup("</main>")
        }
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
            page.markup("<div class=\"empty\"><h2>")
            page.text(.noComplications)
            page.markup("</h2><p>")
            page.text(.whatComplicationsAre)
            page.markup("</p>")
            page.writeCommand("today complication --list")
            page.markup("</div>")
        } else {
            page.markup("<ul class=\"complications\" data-count=\"")
            page.number(complications.count)
            page.markup("\">")
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
        page.markup("<li")
        page.attribute("id", "c-" + shown.app.rawValue)
        page.markup(">")
        if let url = shown.url {
            page.markup("<a class=\"complication\"")
            page.attribute("href", OpenURLRequest.page(url))
        } else {
            page.markup("<div class=\"complication\"")
        }
        if let state { page.attribute("data-state", state) }
        page.markup("><span class=\"face\">")
        writeApp(to: &page)
        writeTexts(to: &page)
        writeGauge(to: &page)
        page.markup("</span>")
        if shown.url == nil { page.markup("</div></li>") } else { page.markup("</a></li>") }
    }

    /// The first class that all surfaces know; the others are for status bars.
    private var state: String? { ["urgent", "done"].first { complication.classes.contains($0) } }

    private func writeApp(to page: inout PageWriter) {
        page.markup("<span class=\"app\">")
        AppIcon(title: shown.title, id: shown.app.rawValue, image: images.icon(of: shown.app)).write(to: &page)
        page.markup("<span class=\"label\">")
        page.text(shown.title)
        page.markup("</span></span>")
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
            page.markup("<span class=\"picture\" aria-hidden=\"true\">")
            page.text(picture)
            page.markup("</span>")
        }
        page.markup("<bdi>")
        page.text(complication.shortText)
        page.markup("</bdi></span>")
        guard let long = complication.longText else { return }
        page.markup("<bdi class=\"long\">")
        page.text(long)
        page.markup("</bdi>")
    }

    private func writeGauge(to page: inout PageWriter) {
        guard let gauge = complication.gauge else { return }
        let rule = PageRule.gauge(gauge)
        page.markup("<span class=\"gauge\" aria-hidden=\"true\"><span class=\"fill")
        page.className(rule)
        page.markup("\"></span></span><span class=\"visually-hidden\">")
        page.number(Int((min(max(gauge, 0), 1) * 100).rounded()))
        page.markup("%</span>")
    }
}
