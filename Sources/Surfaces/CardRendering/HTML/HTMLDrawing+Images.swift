import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ image: Image) {
        let altText = image.altText ?? ""
        let source = environment.imageSource(image.url)
        let problem = source == nil ? Self.problem(of: image.url) : nil
        guard source != nil || problem != nil || !altText.isEmpty else { return }
        let selectAction = usable(image.selectAction)
        begin("<div class=\"ac-element ac-image", image.common)
        html.markup("<span class=\"ac-image-frame")
        if image.width == nil, image.height == nil { writeClass("ac-image-", image.size, unless: .auto) }
        if selectAction != nil { html.markup(" ac-selectable") }
        html.markup("\">")
        if let selectAction { drawOverlay(selectAction) { _ in altText } }
        if let source {
            drawTag(image, source: source, altText: altText)
        } else {
            html.markup("<span class=\"ac-image-missing\"")
            if let problem, !altText.isEmpty { html.attribute("title", problem) }
            html.write(">", altText.isEmpty ? problem ?? "" : altText, "</span>")
        }
        html.markup("</span></div>")
    }

    /// Returns the problem with an image that the app itself should have supplied; `nil` for one from another site.
    private static func problem(of url: String) -> String? {
        if url.hasPrefix("bundle:") { return "No image \(url.dropFirst(7).prefix(64)) in the bundle" }
        return url.hasPrefix("data:") ? "Image of the card cannot be shown" : nil
    }

    private mutating func drawTag(_ image: Image, source: CardImageSource, altText: String) {
        beginPicture(source)
        html.markup("<img class=\"ac-picture")
        if let width = image.width { use(.width(width)) }
        if let height = image.height { use(.height(height)) }
        if image.style == .person { html.markup(" ac-person") }
        if let color = image.backgroundColor.flatMap(StyleRule.background) { use(color) }
        html.markup("\"")
        writeAddresses(source)
        if let size = source.size {
            html.attribute("width", String(size.width))
            html.attribute("height", String(size.height))
        }
        html.attribute("alt", altText)
        html.markup(" loading=\"lazy\" decoding=\"async\">")
        endPicture(source)
    }

    /// Draws the icon of an action, hidden from screen readers, since the title has the same meaning.
    mutating func drawIcon(_ source: CardImageSource) {
        beginPicture(source)
        html.markup("<img class=\"ac-action-icon\" alt=\"\"")
        writeAddresses(source)
        html.markup(">")
        endPicture(source)
    }

    /// Returns the markup of the picture behind a card, which is decoration; empty if the picture is refused.
    mutating func markup(of background: BackgroundImage) -> String {
        guard let source = environment.imageSource(background.url) else { return "" }
        let card = html
        defer { html = card }
        html = HTMLWriter()
        beginPicture(source)
        html.markup("<img class=\"ac-backdrop\" alt=\"\"")
        writeAddresses(source)
        html.markup(" decoding=\"async\">")
        endPicture(source)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    private mutating func beginPicture(_ source: CardImageSource) {
        guard let dark = source.darkSet else { return }
        html.markup("<picture><source media=\"(prefers-color-scheme:dark)\"")
        html.attribute("srcset", dark)
        html.markup(">")
    }

    private mutating func writeAddresses(_ source: CardImageSource) {
        html.attribute("src", source.address)
        if let set = source.set { html.attribute("srcset", set) }
    }

    private mutating func endPicture(_ source: CardImageSource) {
        if source.darkSet != nil { html.markup("</picture>") }
    }
}
