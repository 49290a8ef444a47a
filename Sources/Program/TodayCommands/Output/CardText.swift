import AdaptiveCards
import CardRendering
import Foundation
import JSON
import TodayScreen

/// Draws cards for the terminal and for programs.
struct CardText {
    private let look: TerminalFormatter
    private let environment: RenderingEnvironment

    /// Draws for a person.
    init(viewer: Viewer, look: TerminalFormatter, kind: RenderingEnvironment.Kind) {
        self.look = look
        environment = RenderingEnvironment(
            kind: kind,
            languages: [viewer.language],
            timeZone: TimeZone(identifier: viewer.zone) ?? .gmt,
            link: { LinkTarget(href: $0, opensNewWindow: false) }
        )
    }

    /// A card as lines, without a line end after the last.
    func text(of card: Card) -> String {
        let renderer = TerminalRenderer(width: look.width, usesColor: look.usesColors, environment: environment)
        let text = renderer.render(card)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// A card as data, and what it says as plain text.
    func json(of card: Card) -> JSONValue {
        ["card": card.json, "text": .string(PlainTextRenderer(environment: environment).render(card))]
    }
}
