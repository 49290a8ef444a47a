import AdaptiveCards
import CardRendering
import Foundation
import HostModel
import JSON

struct CardText {
    private let formatter: TerminalFormatter
    private let environment: RenderingEnvironment

    init(viewer: Viewer, formatter: TerminalFormatter, kind: RenderingEnvironment.Kind) {
        self.formatter = formatter
        environment = RenderingEnvironment(
            kind: kind,
            languages: [viewer.language],
            timeZone: TimeZone(identifier: viewer.zone) ?? .gmt,
            link: { LinkTarget(href: $0, opensNewWindow: false) }
        )
    }

    /// Returns a card as lines, without a trailing line break.
    func text(of card: Card) -> String {
        let renderer = TerminalRenderer(
            width: formatter.width,
            usesColor: formatter.usesColors,
            environment: environment
        )
        let text = renderer.render(card)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    func json(of card: Card) -> JSONValue {
        ["card": card.json, "text": .string(PlainTextRenderer(environment: environment).render(card))]
    }
}
