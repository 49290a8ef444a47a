import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ image: Image) {
        let altText = image.altText ?? ""
        let source = environment.imageSource(image.url)
        guard source != nil || !altText.isEmpty else { return }
        let selectAction = usable(image.selectAction)
        html.markup("<div class=\"ac-element ac-image")
        writeClasses(image.common)
        endClasses(image.common)
        html.markup("><span class=\"ac-image-frame")
        if image.width == nil, image.height == nil { html.markup(HTMLClasses.image(image.size)) }
        if selectAction != nil { html.markup(" ac-selectable") }
        html.markup("\">")
        if let selectAction { drawOverlay(selectAction) { _ in altText } }
        if let source {
            drawTag(image, source: source, altText: altText)
        } else {
            html.markup("<span class=\"ac-image-missing\">")
            html.text(altText)
            html.markup("</span>")
        }
        html.markup("</span></div>")
    }

    private mutating func drawTag(_ image: Image, source: String, altText: String) {
        html.markup("<img class=\"ac-picture")
        if let width = image.width { use(.width(width)) }
        if let height = image.height { use(.height(height)) }
        if image.style == .person { html.markup(" ac-person") }
        if let color = image.backgroundColor.flatMap(StyleRule.background) { use(color) }
        html.markup("\"")
        html.attribute("src", source)
        html.attribute("alt", altText)
        html.markup(" loading=\"lazy\" decoding=\"async\">")
    }
}
