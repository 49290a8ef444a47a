package import AdaptiveCards

/// Draws cards as HTML.
///
/// It is a pure function of the card and the environment. The markup carries class names that begin with `ac-`, no
/// style attributes and no scripts; what a page's script does with it is told by `data-` attributes.
package struct HTMLRenderer: Sendable {
    private let environment: RenderingEnvironment

    /// Makes a renderer for one place on a page.
    package init(environment: RenderingEnvironment) { self.environment = environment }

    /// Draws a card.
    package func render(_ card: Card) -> RenderedCard {
        var drawing = HTMLDrawing(environment: environment, cardLanguage: card.lang)
        drawing.draw(card.resolved(for: environment.capabilities))
        return drawing.finished
    }
}
