import AdaptiveCards
import CardRendering
import Foundation
import Testing

/// The sample cards, and the environments in which the tests draw cards.
enum Fixtures {
    static let names = [
        "Action.Submit.Mode", "Charts", "Column.Fallback", "Container.Bleed", "Container.HideAndShowElement",
        "FallbackParsing", "FlightItinerary", "Graphics", "Input.Date", "Input.Time.ErrorMessage", "InputFormWithRTL",
        "InputsWithValidation",
        "InvalidProperties", "Restaurant", "StockUpdate", "Table", "TextBlock.DateTimeFormatting",
        "ToggleVisibility.AllElements", "WeatherCompact",
    ]

    static func card(_ name: String) throws -> Card {
        let file = folder.appending(path: "Cards/\(name).json")
        return try Card(parsing: Data(contentsOf: file))
    }

    /// An environment with a proxy for images, in which web pages open in a new window and apps on the page.
    static func place(
        _ kind: RenderingEnvironment.Kind = .scene,
        languages: [String] = ["en-US"],
        timeZone: String = "America/Los_Angeles",
        prefix: String = "c1-"
    ) -> RenderingEnvironment {
        RenderingEnvironment(
            kind: kind,
            languages: languages,
            timeZone: TimeZone(identifier: timeZone) ?? .gmt,
            elementIDPrefix: prefix,
            link: { url in
                if url.hasPrefix("https://") { return LinkTarget(href: url, opensNewWindow: true) }
                return url.hasPrefix("today-") ? LinkTarget(href: "/open?url=\(url)", opensNewWindow: false) : nil
            },
            imageSource: { url in
                switch url {
                case "bundle:sun":
                    CardImageSource(
                        light: [("/l1", 1), ("/l2", 2)],
                        dark: [("/d3", 3)],
                        size: .init(width: 20, height: 10)
                    )
                case "bundle:large": CardImageSource(light: [("/l2", 2)])
                default: url.hasPrefix("https://") ? CardImageSource("/image?url=\(url)") : nil
                }
            }
        )
    }

    static func html(_ card: Card, in environment: RenderingEnvironment = place()) -> String {
        HTMLRenderer(environment: environment).render(card).html
    }

    /// Returns the markup of one element, without the card around it.
    static func html(
        of element: some CardComponent,
        in environment: RenderingEnvironment = place()
    ) -> String {
        let html = html(Card { element.element }, in: environment)
        return String(html.dropFirst("<div class=\"ac-card ac-items\">".count).dropLast("</div>".count))
    }

    static func card(json text: String) throws -> Card { try Card(parsing: text.utf8) }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
}
