import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ icon: Icon) {
        guard let symbol = icon.symbol else { return }
        let selectAction = usable(icon.selectAction)
        html.markup("<div class=\"ac-element")
        use(.icon)
        html.markup(HTMLClasses.icon(icon.size))
        html.markup(HTMLClasses.color(icon.color, isSubtle: false))
        writeClasses(icon.common)
        endClasses(icon.common)
        html.markup(">")
        if let selectAction {
            html.markup("<span class=\"ac-image-frame ac-selectable\">")
            drawOverlay(selectAction) { _ in "" }
        }
        draw(symbol, icon.style)
        html.markup(selectAction == nil ? "</div>" : "</span></div>")
    }

    mutating func draw(_ badge: Badge) {
        html.markup("<div class=\"ac-element ac-badge-line")
        writeClasses(badge.common)
        endClasses(badge.common)
        html.markup("><span class=\"")
        drawBadgeClasses(badge)
        html.markup("\"")
        if let tooltip = badge.tooltip, !tooltip.isEmpty { html.attribute("title", tooltip) }
        endTag(around: badge.text.utf8)
        if badge.iconPosition == .before { drawSymbol(of: badge) }
        if !badge.text.isEmpty {
            html.markup("<span>")
            html.text(badge.text)
            html.markup("</span>")
        }
        if badge.iconPosition == .after { drawSymbol(of: badge) }
        html.markup("</span></div>")
    }

    private mutating func drawBadgeClasses(_ badge: Badge) {
        html.markup("ac-text-badge")
        use(.badge)
        html.markup(HTMLClasses.badge(badge.style))
        if badge.appearance == .filled, HTMLClasses.isColored(badge.style) { html.markup(" ac-badge-filled") }
        switch badge.size {
        case .medium: break
        case .large: html.markup(" ac-badge-large")
        case .extraLarge: html.markup(" ac-badge-extra-large")
        }
        switch badge.shape {
        case .circular: break
        case .rounded: html.markup(" ac-badge-rounded")
        case .square: html.markup(" ac-badge-square")
        }
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
        html.markup("<div class=\"ac-element")
        use(.rating)
        if rating.size == .medium { html.markup(" ac-rating-medium") }
        if rating.color == .marigold { use(.hue(.categoricalMarigold)) }
        writeClasses(rating.common)
        endClasses(rating.common)
        html.markup(">")
        let stars = rating.style == .compact ? 1 : rating.max
        html.markup("<svg role=\"img\"")
        html.attribute("aria-label", texts.value(of: rating))
        html.attribute("viewBox", "0 0 \(stars * 24) 24")
        html.markup(">")
        let star = SymbolPath.star
        for index in 0..<stars { drawPath(star, x: index * 24) }
        html.markup("<svg height=\"24\"")
        let filled = rating.style == .compact ? 24 : Int((rating.fraction * Double(stars) * 24).rounded())
        html.attribute("width", String(filled))
        html.markup(">")
        for index in 0..<stars where index * 24 < filled { drawPath(star, x: index * 24) }
        html.markup("</svg></svg>")
        if rating.style == .compact || rating.count != nil {
            html.markup("<span aria-hidden=\"true\">")
            html.text(texts.number(rating.value))
            html.markup("</span>")
        }
        if let count = rating.count {
            html.markup("<span class=\"ac-quiet\">(")
            html.text(texts.number(Double(count)))
            html.markup(")</span>")
        }
        html.markup("</div>")
    }

    private mutating func drawPath(_ path: StaticString, x: Int) {
        html.markup("<path")
        if x > 0 { html.attribute("transform", "translate(\(x))") }
        html.markup(" d=\"")
        html.markup(path)
        html.markup("\"></path>")
    }

    mutating func draw(_ button: CompoundButton) {
        let selectAction = usable(button.selectAction)
        html.markup("<div class=\"ac-element")
        use(.compoundButton)
        if selectAction != nil { html.markup(" ac-selectable") }
        writeClasses(button.common)
        endClasses(button.common)
        html.markup(">")
        if let selectAction {
            let name = [button.title, button.badge ?? "", button.description ?? ""].filter { !$0.isEmpty }
            drawOverlay(selectAction) { _ in name.joined(separator: ", ") }
        }
        if let icon = button.icon, let symbol = icon.symbol {
            html.markup("<span class=\"ac-start")
            use(.icon)
            html.markup(HTMLClasses.icon(icon.size))
            html.markup(HTMLClasses.color(icon.color, isSubtle: false))
            html.markup("\">")
            draw(symbol, icon.style)
            html.markup("</span>")
        }
        html.markup("<span class=\"ac-compound-title\"><span")
        endTag(around: button.title.utf8)
        html.text(button.title)
        html.markup("</span>")
        if let badge = button.badge, !badge.isEmpty {
            html.markup("<span class=\"ac-text-badge")
            use(.badge)
            html.markup(" ac-color-accent\">")
            html.text(badge)
            html.markup("</span>")
        }
        html.markup("</span>")
        if let description = button.description, !description.isEmpty {
            html.markup("<span class=\"ac-quiet\"")
            endTag(around: description.utf8)
            html.text(description)
            html.markup("</span>")
        }
        html.markup("</div>")
    }
}
