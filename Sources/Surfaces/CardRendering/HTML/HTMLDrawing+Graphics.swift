import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ icon: Icon) {
        guard let symbol = icon.symbol else { return }
        let selectAction = usable(icon.selectAction)
        let altText = icon.altText ?? ""
        begin("<div class=\"ac-element", icon.common) { drawing in
            drawing.writeClasses(icon.size, icon.color)
        } attributes: { drawing in
            // Otherwise the text belongs to the link or button in it.
            guard selectAction == nil, !altText.isEmpty else { return }
            drawing.html.markup(" role=\"img\"")
            drawing.html.attribute("aria-label", altText)
        }
        if let selectAction {
            html.markup("<span class=\"ac-image-frame ac-selectable\">")
            drawOverlay(selectAction) { _ in altText }
        }
        draw(symbol, icon.style)
        html.markup(selectAction == nil ? "</div>" : "</span></div>")
    }

    mutating func draw(_ badge: Badge) {
        begin("<div class=\"ac-element ac-badge-line", badge.common)
        html.markup("<span class=\"")
        drawBadgeClasses(badge)
        html.markup("\"")
        if let tooltip = badge.tooltip, !tooltip.isEmpty { html.attribute("title", tooltip) }
        endTag(around: badge.text.utf8)
        if badge.iconPosition == .before { drawSymbol(of: badge) }
        if !badge.text.isEmpty {
            html.write("<span>", badge.text, "</span>")
        }
        if badge.iconPosition == .after { drawSymbol(of: badge) }
        html.markup("</span></div>")
    }

    private mutating func drawBadgeClasses(_ badge: Badge) {
        html.markup("ac-text-badge")
        use(.badge)
        switch badge.style {
        case .default, .informative: break
        case .subtle: html.markup(" ac-badge-subtle")
        case .accent, .good, .attention, .warning:
            writeClass("ac-color-", badge.style)
            if badge.appearance == .filled { html.markup(" ac-badge-filled") }
        }
        writeClass("ac-badge-", badge.size, unless: .medium)
        writeClass("ac-badge-", badge.shape, unless: .circular)
    }

    private mutating func drawSymbol(of badge: Badge) {
        guard let (symbol, style) = badge.symbol else { return }
        // A badge without text has its meaning in its tooltip.
        let isNamed = badge.text.isEmpty && !(badge.tooltip ?? "").isEmpty
        drawSmall(symbol, style, label: isNamed ? badge.tooltip : nil)
    }

    /// Draws a symbol within a text.
    private mutating func drawSmall(_ symbol: IconSymbol, _ style: IconStyle, label: String? = nil) {
        html.markup("<span class=\"ac-inline")
        use(.icon)
        html.markup(" ac-icon-text\"")
        if let label {
            html.markup(" role=\"img\"")
            html.attribute("aria-label", label)
        }
        html.markup(">")
        draw(symbol, style)
        html.markup("</span>")
    }

    mutating func draw(_ rating: Rating) {
        begin("<div class=\"ac-element", rating.common) { drawing in
            drawing.use(.rating)
            if rating.size == .medium { drawing.html.markup(" ac-rating-medium") }
            if rating.color == .marigold { drawing.use(.hue(.categoricalMarigold)) }
        }
        let stars = rating.style == .compact ? 1 : rating.max
        html.markup("<svg role=\"img\"")
        html.attribute("aria-label", texts.value(of: rating))
        html.attribute("viewBox", "0 0 \(stars * 24) 24")
        html.markup(">")
        let star = IconSymbol.star.drawing.lines
        for index in 0..<stars { drawPath(star, x: index * 24) }
        html.markup("<svg height=\"24\"")
        let filled = rating.style == .compact ? 24 : Int((rating.fraction * Double(stars) * 24).rounded())
        html.attribute("width", String(filled))
        html.markup(">")
        for index in 0..<stars where index * 24 < filled { drawPath(star, x: index * 24) }
        html.markup("</svg></svg>")
        if rating.style == .compact || rating.count != nil {
            html.write("<span aria-hidden=\"true\">", texts.number(rating.value), "</span>")
        }
        if let count = rating.count {
            html.markup("<span class=\"ac-quiet\">(")
            html.text(texts.number(Double(count)))
            html.markup(")</span>")
        }
        html.markup("</div>")
    }

    private mutating func drawPath(_ path: String, x: Int) {
        html.markup("<path")
        if x > 0 { html.attribute("transform", "translate(\(x))") }
        html.attribute("d", path)
        html.markup("></path>")
    }

    mutating func draw(_ button: CompoundButton) {
        let selectAction = usable(button.selectAction)
        begin("<div class=\"ac-element", button.common) { drawing in
            drawing.use(.compoundButton)
            if selectAction != nil { drawing.html.markup(" ac-selectable") }
        }
        if let selectAction {
            let name = [button.title, button.badge ?? "", button.description ?? ""].filter { !$0.isEmpty }
            drawOverlay(selectAction) { _ in name.joined(separator: ", ") }
        }
        if let icon = button.icon, let symbol = icon.symbol {
            html.markup("<span class=\"ac-start")
            writeClasses(icon.size, icon.color)
            html.markup("\">")
            draw(symbol, icon.style)
            html.markup("</span>")
        }
        directed("<span class=\"ac-compound-title\"><span", button.title, "</span>")
        if let badge = button.badge, !badge.isEmpty {
            html.markup("<span class=\"ac-text-badge")
            use(.badge)
            html.write(" ac-color-accent\">", badge, "</span>")
        }
        html.markup("</span>")
        if let description = button.description, !description.isEmpty {
            directed("<span class=\"ac-quiet\"", description, "</span>")
        }
        html.markup("</div>")
    }
}
