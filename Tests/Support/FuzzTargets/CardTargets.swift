#if DEBUG
    import AdaptiveCards
    import CardRendering
    import MarkupAudit
    import Markup

    extension FuzzTarget {
        /// Reads a card and draws it for the page and the terminal and as plain text.
        static let cards = FuzzTarget("cards") { input in
            guard let card = try? Card(parsing: input) else { return nil }
            _ = try? Card(json: card.json)
            return problem(drawing: card)
        }

        /// Draws a text as Markdown: in a card, in a topic's feed and in the body of a message.
        static let markdown = FuzzTarget("markdown") { input in
            let text = String(decoding: input, as: UTF8.self)
            _ = MarkdownHTML.html(of: text)
            let html = MarkdownHTML.html(of: text, headingLevel: 3) { address in
                address.hasPrefix("https://") ? MarkdownLink(href: address, opensNewWindow: true) : nil
            }
            if let mistake = HTMLAudit(html, rules: .markdown).mistakes.first { return mistake }
            return problem(drawing: Card { TextBlock(text, wrap: true) })
        }

        private static let environment = RenderingEnvironment(
            kind: .scene,
            elementIDPrefix: "c1-",
            link: { $0.hasPrefix("https://") ? LinkTarget(href: $0, opensNewWindow: true) : nil },
            imageSource: { $0.hasPrefix("https://") ? CardImageSource("/image?url=\($0)") : nil }
        )

        private static func problem(drawing card: Card) -> String? {
            let drawn = HTMLRenderer(environment: environment).render(card)
            let audit = HTMLAudit(drawn.html)
            if let mistake = audit.mistakes.first { return mistake }
            if Set(audit.ids).count < audit.ids.count { return "an id comes twice: \(audit.ids.sorted())" }
            for width in [12, 60] {
                let text = TerminalRenderer(width: width, usesColor: false, environment: environment).render(card)
                if let control = firstControl(text) { return "U+\(String(control, radix: 16)) in the terminal" }
                for line in text.split(separator: "\n") where DisplayWidth.cells(of: String(line)) > width {
                    return "a line is wider than \(width): \(line)"
                }
            }
            let plain = PlainTextRenderer(environment: environment).render(card)
            return firstControl(plain).map { "U+\(String($0, radix: 16)) in the plain text" }
        }

        /// The first control character of a text other than a line feed.
        private static func firstControl(_ text: String) -> UInt32? {
            text.unicodeScalars.first { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) }?.value
        }
    }
#endif
