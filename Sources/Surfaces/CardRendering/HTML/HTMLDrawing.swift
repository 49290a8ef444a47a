package import AdaptiveCards
import Markup

/// Draws cards as HTML.
///
/// The result depends only on the card and the environment. Class names begin with `ac-`; there are neither style
/// attributes nor scripts. The page's script reads `data-` attributes.
package struct HTMLRenderer: Sendable {
    private let environment: RenderingEnvironment

    /// Creates a renderer for one position on a page.
    package init(environment: RenderingEnvironment) { self.environment = environment }

    /// Renders a card.
    package func render(_ card: Card) -> RenderedCard {
        var drawing = HTMLDrawing(environment: environment, cardLanguage: card.lang)
        drawing.draw(card.resolved())
        return drawing.finished
    }
}

/// A card as HTML, with the style rules that it needs in addition to ``CardStylesheet``.
package struct RenderedCard: Hashable, Sendable {
    /// Markup: one `div` of class `ac-card`, without style attributes and scripts.
    package let html: String
    /// Rules for the sizes and colors of this card, each once.
    package let rules: [StyleRule]
    /// Markup of the picture behind the card, of class `ac-backdrop`, for the element that the picture shall fill; empty
    /// without one.
    package let backdrop: String
    /// What the header of the widget says, with dates replaced; empty texts for what it says otherwise.
    package let header: Header

    /// What the header of the widget says.
    package struct Header: Hashable, Sendable {
        package var title = ""
        package var detail = ""
    }
}

/// The state while a card is drawn as HTML.
struct HTMLDrawing {
    let environment: RenderingEnvironment
    let dates: DateMacroExpander
    let texts: ChartTexts
    var html = HTMLWriter()
    var ids: ElementIDs
    /// `true` once an input has the focus; a second input with the same id does not get it.
    var hasFocus = false
    /// `true` if the card itself sets the writing direction of the current elements.
    var isDirected = false
    private var rules: [StyleRule] = []
    private var backdrop = ""
    private var header = RenderedCard.Header()

    init(environment: RenderingEnvironment, cardLanguage: String?) {
        self.environment = environment
        dates = DateMacroExpander(environment: environment, cardLanguage: cardLanguage)
        texts = ChartTexts(words: environment.words, dates: dates)
        ids = ElementIDs(prefix: environment.elementIDPrefix)
    }

    var finished: RenderedCard {
        RenderedCard(
            html: String(decoding: html.bytes, as: UTF8.self),
            rules: rules,
            backdrop: backdrop,
            header: header
        )
    }

    /// Adds a rule's class to the open class attribute, and the rule to those of the card.
    mutating func use(_ rule: StyleRule) {
        html.markup(" ")
        html.text(rule.className)
        if !rules.contains(rule) { rules.append(rule) }
    }

    mutating func draw(_ card: Card) {
        var properties = ContainerProperties()
        properties.verticalContentAlignment = card.verticalContentAlignment
        let selectAction = usable(card.selectAction)
        html.markup("<div class=\"ac-card ac-items")
        if selectAction != nil { html.markup(" ac-selectable") }
        writeClass("ac-content-", card.verticalContentAlignment, unless: .top)
        if let minHeight = card.minHeight { use(.minHeight(minHeight)) }
        html.markup("\"")
        if let lang = card.lang { html.attribute("lang", lang) }
        if let rtl = card.rtl { html.markup(rtl ? " dir=\"rtl\"" : " dir=\"ltr\"") }
        let speech = card.speak.map(SpeechText.plain) ?? ""
        if !speech.isEmpty {
            html.markup(" role=\"group\"")
            html.attribute("aria-label", speech)
        }
        html.markup(">")
        isDirected = card.rtl != nil
        if let selectAction { drawOverlay(selectAction) { $0.accessibleName(of: card.body) } }
        let layout = HTMLLayoutContext(verticalAlignment: card.verticalContentAlignment)
        draw(card.body, in: layout, hasMoreBelow: !card.actions.isEmpty)
        drawActions(card.actions, ElementProperties())
        html.markup("</div>")
        if let image = card.backgroundImage { backdrop = markup(of: image) }
        header.title = PlainText.text(of: card.header?.title ?? "", dates: dates)
        header.detail = PlainText.text(of: card.header?.detail ?? "", dates: dates)
    }

    /// Draws elements from top to bottom.
    mutating func draw(_ elements: [CardElement], in layout: HTMLLayoutContext, hasMoreBelow: Bool = false) {
        let first = elements.firstIndex { isDrawn($0) && $0.common.isVisible }
        let last = elements.lastIndex { isDrawn($0) && $0.common.isVisible }
        for (index, element) in elements.enumerated() where isDrawn(element) {
            var inner = layout
            if index != first { inner.edges.remove(.top) }
            if index != last || hasMoreBelow { inner.edges.remove(.bottom) }
            draw(element, in: inner)
        }
    }

    private mutating func draw(_ element: CardElement, in layout: HTMLLayoutContext) {
        switch element {
        case .textBlock(let text): draw(text)
        case .image(let image): draw(image)
        case .container(let container): draw(container, in: layout)
        case .columnSet(let columnSet): draw(columnSet, in: layout)
        case .factSet(let factSet): draw(factSet)
        case .actionSet(let actionSet): drawActions(actionSet.actions, actionSet.common)
        case .textInput(let input): draw(input)
        case .toggleInput(let input): draw(input)
        case .choiceSetInput(let input): draw(input)
        case .dateInput(let input): draw(input)
        case .timeInput(let input): draw(input)
        case .table(let table): draw(table, in: layout)
        case .icon(let icon): draw(icon)
        case .badge(let badge): draw(badge)
        case .progressBar(let bar): draw(bar)
        case .progressRing(let ring): draw(ring)
        case .rating(let rating): draw(rating)
        case .compoundButton(let button): draw(button)
        case .codeBlock(let code): draw(code)
        case .chart(let chart): draw(chart)
        case .column, .unknown: break
        }
    }

    /// Returns `true` if an element is drawn; otherwise it takes no space.
    func isDrawn(_ element: CardElement) -> Bool {
        switch element {
        case .textBlock(let text): !text.text.isEmpty
        case .image(let image): !image.url.isEmpty
        case .factSet(let factSet): !factSet.facts.isEmpty
        case .actionSet(let actionSet): environment.supportsInteractivity && !actionSet.actions.isEmpty
        case .textInput, .toggleInput, .choiceSetInput, .dateInput, .timeInput:
            environment.supportsInteractivity && environment.kind == .scene
        case .container, .columnSet, .progressBar, .progressRing, .rating: true
        case .table(let table): !table.columns.isEmpty && !table.rows.isEmpty
        case .icon(let icon): icon.symbol != nil
        case .codeBlock(let code): !code.codeSnippet.isEmpty
        case .badge(let badge): !badge.text.isEmpty || badge.symbol != nil
        case .compoundButton(let button): !button.title.isEmpty || !(button.description ?? "").isEmpty
        case .chart(let chart): chart.hasData
        case .column, .unknown: false
        }
    }

    /// Ends the tag around a text, with `dir="auto"` if the text may be right-to-left and the card sets no direction.
    mutating func endTag(around text: some Sequence<UInt8>) {
        html.markup(!isDirected && WritingDirection.mayBeRightToLeft(text) ? " dir=\"auto\">" : ">")
    }

    /// Writes a text in an element whose tag is still open, with its direction if need be.
    mutating func directed(_ tag: StaticString, _ text: String, _ end: StaticString) {
        html.markup(tag)
        endTag(around: text.utf8)
        html.write("", text, end)
    }

    /// Begins an element of a card.
    ///
    /// - Parameters:
    ///   - tag: The tag up to its class attribute, which is still open.
    ///   - common: The properties that all elements have.
    ///   - classes: Writes further classes.
    ///   - attributes: Writes further attributes.
    mutating func begin(
        _ tag: StaticString,
        _ common: ElementProperties,
        classes: (inout HTMLDrawing) -> Void = { _ in },
        attributes: (inout HTMLDrawing) -> Void = { _ in }
    ) {
        html.markup(tag)
        classes(&self)
        writeClasses(common)
        endClasses(common)
        attributes(&self)
        html.markup(">")
    }

    /// Ends the class attribute, and writes the attributes that all elements have.
    mutating func endClasses(_ common: ElementProperties) {
        html.markup("\"")
        if let id = common.id, !id.isEmpty, ids.isFirst(id) { html.attribute("id", ids.id(id)) }
        if !common.isVisible { html.markup(" hidden") }
    }
}

/// Generates the ids of a card's elements on a page.
///
/// An id in a card may be any text. Bytes other than letters, digits and hyphens are written in hexadecimal, so that
/// different ids stay different and contain no spaces. Generated ids contain a dot, which no other id does.
struct ElementIDs {
    private let prefix: String
    private var unnamed = 0
    private var named: Set<String> = []

    init(prefix: String) { self.prefix = prefix }

    /// Returns `true` on the first call with an id of the card.
    ///
    /// Of several elements with the same id, only the first has an id on the page; it is the one that actions of the
    /// card change.
    mutating func isFirst(_ name: String) -> Bool { named.insert(name).inserted }

    /// Returns the id on the page for an id in the card.
    func id(_ name: String) -> String {
        var bytes = Array(prefix.utf8)
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "_"))
                if byte < 16 { bytes.append(UInt8(ascii: "0")) }
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns an id that no other element of the card has.
    mutating func next() -> String {
        unnamed += 1
        return "\(prefix).\(unnamed)"
    }
}
