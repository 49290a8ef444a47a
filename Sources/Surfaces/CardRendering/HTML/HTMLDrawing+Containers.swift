import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ container: Container, in layout: HTMLLayoutContext) {
        html.markup("<div class=\"ac-element ac-container ac-items")
        draw(container.properties, container.common, container.items, in: layout) { drawing, inner in
            drawing.draw(container.items, in: inner)
        }
    }

    mutating func draw(_ columnSet: ColumnSet, in layout: HTMLLayoutContext) {
        html.markup("<div class=\"ac-element ac-columns")
        draw(columnSet.properties, columnSet.common, columnSet.columns, in: layout) { drawing, inner in
            let columns = columnSet.columns.compactMap { element -> Column? in
                guard case .column(let column) = element else { return nil }
                return column
            }
            let weights = columns.map(\.width).weights
            for (index, column) in columns.enumerated() {
                var layout = inner
                if index > 0 { layout.edges.remove(.start) }
                if index < columns.count - 1 { layout.edges.remove(.end) }
                drawing.draw(column, weights: weights, in: layout)
            }
        }
    }

    private mutating func draw(_ column: Column, weights: Double, in layout: HTMLLayoutContext) {
        html.markup("<div class=\"ac-column ac-items")
        switch column.width {
        case .stretch: break
        case .auto: html.markup(" ac-column-auto")
        case .pixels(let pixels): use(.column(pixels))
        case .weight(let weight): use(.share(ColumnWidth.hundredths(weight, of: weights)))
        }
        draw(column.properties, column.common, column.items, in: layout) { drawing, inner in
            drawing.draw(column.items, in: inner)
        }
    }

    /// Ends the open tag with the properties that all containers have, adds a cover if there is a select action, and
    /// draws the content in the layout that it inherits.
    private mutating func draw(
        _ properties: ContainerProperties,
        _ common: ElementProperties,
        _ elements: [CardElement],
        in layout: HTMLLayoutContext,
        content: (inout HTMLDrawing, HTMLLayoutContext) -> Void
    ) {
        writeClasses(common)
        let wasDirected = isDirected
        defer { isDirected = wasDirected }
        let selectAction = usable(properties.selectAction)
        let inner = layout.inside(properties)
        if let style = layout.background(of: properties) {
            html.markup(" ac-padded")
            writeClass("ac-style-", style)
            if properties.bleed { writeBleed(layout.edges) }
        }
        if selectAction != nil { html.markup(" ac-selectable") }
        writeClass("ac-content-", inner.verticalAlignment, unless: .top)
        if let minHeight = properties.minHeight { use(.minHeight(minHeight)) }
        endClasses(common)
        if let rtl = properties.rtl {
            html.markup(rtl ? " dir=\"rtl\"" : " dir=\"ltr\"")
            isDirected = true
        }
        html.markup(">")
        if let selectAction { drawOverlay(selectAction) { $0.accessibleName(of: elements) } }
        content(&self, inner)
        html.markup("</div>")
    }

    private mutating func writeBleed(_ edges: HTMLLayoutContext.Edges) {
        if edges.contains(.top) { html.markup(" ac-bleed-top") }
        if edges.contains(.bottom) { html.markup(" ac-bleed-bottom") }
        if edges.contains(.start) { html.markup(" ac-bleed-start") }
        if edges.contains(.end) { html.markup(" ac-bleed-end") }
    }
}

extension [ColumnWidth] {
    /// The sum of all weights.
    var weights: Double {
        reduce(0) { sum, width in
            if case .weight(let weight) = width { sum + weight } else { sum }
        }
    }
}

extension ColumnWidth {
    /// Returns the share of a weight in a sum, in hundredths of a percent.
    static func hundredths(_ weight: Double, of weights: Double) -> Int {
        // The sum of very large weights can be infinite, and a share of it zero.
        max(1, Int(exactly: (weight / weights * 10_000).rounded()) ?? 1)
    }
}

/// The layout that an element inherits from the containers around it.
struct HTMLLayoutContext {
    /// The sides on which an element touches the padding of its container.
    struct Edges: OptionSet {
        let rawValue: UInt8
        static let top = Edges(rawValue: 1)
        static let bottom = Edges(rawValue: 2)
        static let start = Edges(rawValue: 4)
        static let end = Edges(rawValue: 8)
        static let all: Edges = [.top, .bottom, .start, .end]
    }

    private var style = ContainerStyle.default
    private var outerStyles: Set<ContainerStyle> = [.default]
    /// Alignment of the content in a container that is taller than the content.
    var verticalAlignment: VerticalAlignment?
    /// Sides on which the next element touches the padding.
    var edges = Edges.all

    init(verticalAlignment: VerticalAlignment?) { self.verticalAlignment = verticalAlignment }

    /// Returns the style of a container that needs a background: its style differs from that of a container around it.
    func background(of properties: ContainerProperties) -> ContainerStyle? {
        guard let style = properties.style, outerStyles.contains(where: { $0 != style }) else { return nil }
        return style
    }

    /// Returns the layout that the content of a container inherits.
    func inside(_ properties: ContainerProperties) -> HTMLLayoutContext {
        var inner = self
        if background(of: properties) != nil { inner.edges = .all }
        if let style = properties.style, style != self.style {
            inner.style = style
            inner.outerStyles.insert(style)
        }
        if let alignment = properties.verticalContentAlignment { inner.verticalAlignment = alignment }
        return inner
    }
}
