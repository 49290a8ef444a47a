import AdaptiveCards
import CardRendering
import Foundation
import HostModel
import LocalAPI
import TodayProtocol

/// One widget on the Today screen.
struct WidgetSection {
    let widget: ShownWidget
    let context: PageContext
    let isExpanded: Bool
    /// `true` if the person may move, resize and remove it.
    var isEditable = false
    /// Rows of the grid that it had on the last page of this browser; `nil` if it had the least number.
    var rows: Int?
    /// `true` if it took a second column of the grid there.
    var isSpread = false

    private var dates: PageDates { context.dates }

    /// The markup of the section, with its rules.
    var page: PageWriter {
        var page = PageWriter(context.language)
        let hue = context.images.hue(of: widget.app) ?? AppIcon.hue(of: widget.app.rawValue)
        let brief = isLarge ? nil : widget.compact.map { render($0, isFull: false) }
        let full = widget.compact == nil ? nil : widget.expanded.map { render($0, isFull: true) }
        page.markup("<section class=\"widget \(widget.family.rawValue) hue-\(hue)")
        if case .placeholder = widget.freshness { page.markup(" waiting") }
        writeTheme(of: brief ?? full, to: &page)
        if isSpread, widget.family == .small { page.markup(" spread") }
        if let rows { page.markup("\(.rows(rows))") }
        page.markup("\"\("id", elementID)\("data-widget", widget.id.rawValue)")
        page.markup("\("data-app", widget.app.rawValue)\("aria-labelledby", elementID + ".name")")
        if isExpanded || isLarge, widget.compact != nil { page.markup(" data-expanded") }
        page.markup("\("data-family", widget.family.rawValue)>")
        writeHead((brief ?? full)?.header, to: &page)
        writeCards(brief, full, to: &page)
        writeNote(to: &page)
        writeCause(to: &page)
        writeAge(to: &page)
        writeMistakes(to: &page)
        if isEditable { writeTools(to: &page) }
        page.markup("</section>")
        return page
    }

    /// Writes the buttons that show while the person edits the screen.
    private func writeTools(to page: inout PageWriter) {
        page.markup("<div class=\"edit-tools\"><button type=\"button\" class=\"tool remove\"")
        page.markup("\("aria-label", .remove(widget.title))></button><button type=\"button\" class=\"tool grip\"")
        page.markup("\("aria-label", .move(widget.title)) aria-describedby=\"edit-hint\"></button>")
        page.markup("<button type=\"button\" class=\"tool options\" aria-haspopup=\"menu\"")
        page.markup("\("aria-label", .optionsOf(widget.title, size: widget.family.title))")
        page.markup("\("data-sizes", widget.families.map(\.rawValue).joined(separator: " "))")
        page.markup("\("data-next", widget.next?.rawValue)")
        if widget.isConfigurable { page.attribute("data-configure", PageLink.configuration(of: widget.id)) }
        page.markup("><span>\(widget.family.title)</span></button></div>")
    }

    /// `true` if only the expanded card is shown, since the large family has room for it.
    private var isLarge: Bool { widget.family == .large && widget.expanded != nil }

    private var elementID: String { "w-" + widget.id.rawValue }

    /// Writes the classes of a widget whose header is on the picture of a card, in the theme that the card asks for.
    private func writeTheme(of card: RenderedCard?, to page: inout PageWriter) {
        guard let card, !card.backdrop.isEmpty else { return }
        page.markup(" pictured")
        switch (isLarge ? widget.expanded : widget.compact)?.backgroundImage?.theme {
        case .dark: page.markup(" dark")
        case .light: page.markup(" light")
        case nil: break
        }
    }

    private func writeHead(_ header: RenderedCard.Header?, to page: inout PageWriter) {
        page.markup("<header class=\"widget-head\">\(AppIcon(widget.title, of: widget.app, in: context.images))")
        page.markup("<h2 class=\"name\"\("id", elementID + ".name")>")
        if let address = widget.appURL {
            page.markup("<a\("href", OpenURLRequest.page(address, from: widget.app))>")
            writeName(header?.title ?? "", to: &page)
            page.markup("</a>")
        } else {
            writeName(header?.title ?? "", to: &page)
        }
        page.markup("</h2>")
        if let detail = header?.detail, !detail.isEmpty { page.markup("<span class=\"head-detail\">\(detail)</span>") }
        if widget.compact != nil, !isLarge { writeMore(to: &page) }
        page.markup("</header>")
    }

    /// Writes the title of a card in the place of the widget's name, which only screen readers read then.
    private func writeName(_ title: String, to page: inout PageWriter) {
        guard !title.isEmpty else { return page.text(widget.title) }
        page.markup("<span class=\"visually-hidden\">\(widget.title)</span> \(title)")
    }

    /// Writes the Show More button.
    ///
    /// Without an expanded card it is hidden until the script has found that the compact card does not fit.
    private func writeMore(to page: inout PageWriter) {
        page.markup("<button type=\"button\" class=\"more quiet-button\"")
        page.markup("\("aria-expanded", isExpanded ? "true" : "false")\("aria-controls", elementID + ".cards")")
        page.markup("\("aria-describedby", elementID + ".name")\("aria-label", isExpanded ? .showLess : .showMore)")
        page.markup("\(if: widget.expanded == nil, " hidden")></button>")
    }

    private func writeCards(_ brief: RenderedCard?, _ full: RenderedCard?, to page: inout PageWriter) {
        guard brief != nil || full != nil else { return }
        page.markup("<div class=\"cards\"\("id", elementID + ".cards")>")
        if let brief, let card = widget.compact { write(brief, of: card, isFull: false, to: &page) }
        if let full, let card = widget.expanded { write(full, of: card, isFull: true, to: &page) }
        page.markup("</div>")
    }

    private func write(_ rendered: RenderedCard, of card: Card, isFull: Bool, to page: inout PageWriter) {
        page.markup("<div class=\"place")
        // A widget with only one card shows it in both states.
        page.markup("\(markup: isFull ? " full" : widget.expanded != nil ? " brief" : " only")")
        page.markup("\(if: Self.isBand(card, margins: widget.margins), " band")\(.margins(widget.margins))")
        page.markup("\"\("id", elementID + (isFull ? ".full" : ".brief"))>")
        page.backdrop(of: rendered)
        page.markup("<div class=\"frame")
        if let height = isFull ? widget.expandedHeight : widget.compactHeight {
            page.markup("\(PageRule.height(height))")
        }
        page.markup("\">")
        page.card(rendered)
        page.markup("</div></div>")
    }

    private func render(_ card: Card, isFull: Bool) -> RenderedCard {
        PageCardRenderer(
            kind: .widget,
            app: widget.app,
            widget: widget.id.bundle,
            prefix: elementID + (isFull ? "-x-" : "-c-"),
            context: context
        ).render(card)
    }

    /// Returns `true` if a card consists of one emphasized container without margins, whose background then fills the
    /// widget.
    static func isBand(_ card: Card, margins: WidgetMargins) -> Bool {
        guard margins == .zero, card.actions.isEmpty, card.body.count == 1,
            case .container(let container)? = card.body.first
        else { return false }
        return container.properties.style == .emphasis
    }

    private func writeNote(to page: inout PageWriter) {
        switch widget.freshness {
        case .fresh: if widget.compact == nil { writeNothing(.nothingYet, to: &page) }
        case .placeholder: if widget.compact == nil { writeNothing(.waitingForUpdate, to: &page) }
        case .stale(let reason, let since):
            page.markup("<p class=\"note\(if: isFlush, " apart")\"><span>")
            if widget.isFailing {
                writeLastUpdate(since, to: &page)
            } else {
                page.text(.updated)
                page.markup("<time data-ago\("datetime", dates.machineReadable(since))>\(dates.ago(since))</time>")
            }
            page.markup("\(if: reason != "", " · \(reason)")</span>")
            writeRetry(to: &page)
        case .failed(let reason):
            page.markup("<p class=\"note only\"><span>")
            // After a crash, the host's sentence already says so.
            if reason.hasKey(of: .triedAgain("")) || reason.hasKey(of: .stoppedAndTriedAgain("")) {
                page.text(reason)
            } else {
                page.sentences(reason, .retriesByItself)
            }
            page.markup("</span>")
            writeRetry(to: &page)
        case .cut(let reason):
            page.markup("<p class=\"note only\"><span>\(reason)</span></p>")
        }
    }

    /// Writes the time of the last successful update of a failing widget, which no age calls up to date.
    private func writeLastUpdate(_ date: Date, to page: inout PageWriter) {
        page.text(.lastUpdated)
        writeMoment(date, to: &page)
    }

    private func writeMoment(_ date: Date, to page: inout PageWriter) {
        page.markup("<time\("datetime", dates.machineReadable(date))>\(dates.moment(date))</time>")
    }

    /// Writes the standard error output of a failing widget, which the person can open.
    private func writeCause(to page: inout PageWriter) {
        guard let lines = widget.standardError, !lines.isEmpty else { return }
        page.markup("<details class=\"cause\"><summary>\(.errorOutput)</summary>")
        page.markup("<pre dir=\"auto\" tabindex=\"0\">\(lines.joined(separator: "\n"))</pre></details>")
    }

    /// `true` if the card reaches the text below it.
    private var isFlush: Bool { widget.margins.bottom < 12 }

    /// Writes the times of the widget's last and next update, which the script shows on demand.
    private func writeAge(to page: inout PageWriter) {
        page.markup("<p class=\"age\(if: isFlush, " apart")\"\("id", elementID + ".age") hidden>")
        if let date = widget.date, widget.isFailing {
            writeLastUpdate(date, to: &page)
        } else if let date = widget.date {
            page.markup("\(.updated)\(dates.age(of: date))")
        } else {
            page.text(.notUpdatedYet)
        }
        if let next = widget.nextUpdate {
            page.markup("<span class=\"next\">\(widget.isFailing ? .nextAttempt : .nextUpdate)")
            writeMoment(next, to: &page)
            page.markup("</span>")
        }
        page.markup("</p>")
    }

    /// Writes the errors in the cards behind a line that counts them; they are in English, for the widget's author.
    private func writeMistakes(to page: inout PageWriter) {
        guard !widget.mistakes.isEmpty else { return }
        page.markup("<details class=\"mistakes\">")
        page.markup("<summary>\(Symbol.warning)\(.mistakesInCards(widget.mistakes.count))</summary>")
        page.markup("<p>\(.mistakesForTheDeveloper)</p><ul lang=\"en\">")
        for mistake in widget.mistakes { page.markup("<li><code>\(mistake.path)</code> \(mistake.message)</li>") }
        page.markup("</ul></details>")
    }

    private func writeRetry(to page: inout PageWriter) {
        page.markup("<button type=\"button\" class=\"retry quiet-button\"")
        page.markup("\("aria-describedby", elementID + ".name")>\(.tryAgain)</button></p>")
    }

    private func writeNothing(_ text: LocalizableText, to page: inout PageWriter) {
        page.markup("<p class=\"nothing\">\(text)</p>")
    }
}

/// Renders a card of an app within a page.
struct PageCardRenderer {
    let kind: RenderingEnvironment.Kind
    let app: AppID
    /// The widget of the card; `nil` for a page of the app.
    var widget: WidgetID?
    let prefix: String
    let context: PageContext
    /// Id of the input that gets the focus when the page opens.
    var focus: String?

    /// Renders the card.
    func render(_ card: Card) -> RenderedCard {
        let (app, widget, images) = (app, widget, context.images)
        let environment = RenderingEnvironment(
            kind: kind,
            languages: [context.viewer.language],
            timeZone: TimeZone(identifier: context.viewer.zone) ?? .gmt,
            elementIDPrefix: prefix,
            focus: focus,
            headingLevel: kind == .widget ? 3 : 2,
            moreActions: LocalizableText.moreActions.text(in: context.language),
            words: CardWords(context.language),
            link: { PageLink.target(of: $0, from: app) },
            imageSource: { PageLink.imageSource($0, of: app, widget: widget, in: images) }
        )
        return HTMLRenderer(environment: environment).render(card)
    }
}
