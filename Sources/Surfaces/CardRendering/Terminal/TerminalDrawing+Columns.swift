import AdaptiveCards

extension TerminalDrawing {
    /// Draws columns side by side, or stacked if there is not enough width.
    func lines(of columnSet: ColumnSet, in layout: TerminalLayoutContext) -> [TerminalLine] {
        let columns = columnSet.columns.compactMap { element -> Column? in
            guard case .column(let column) = element, column.common.isVisible else { return nil }
            return column
        }
        let gaps = columns.enumerated().map { $0 == 0 ? 0 : gap(before: $1.common) }
        let room = layout.width - gaps.reduce(0, +)
        guard !columns.isEmpty, layout.columnDepth < Self.columnDepthLimit, room >= columns.count * 3 else {
            return lines(of: columns.map { $0.spacing(.none).element }, in: layout)
        }
        func draw(_ column: Column, width: Int) -> [TerminalLine] {
            let inner = layout.inColumn(width: width).aligned(column.common.horizontalAlignment)
            return lines(of: column.items, in: inner)
        }
        let natural = columns.map { draw($0, width: room).map(\.width).max() ?? 0 }
        let widths = ColumnWidths.share(room, among: columns.map(\.width), natural: natural)
        let drawn = zip(columns, widths).map { draw($0, width: $1) }
        let height = drawn.map(\.count).max() ?? 0
        let shifted = zip(drawn, columns).map { shift($0, of: $1, in: columnSet, to: height) }
        let separators = zip(columns, gaps).map { separator($0.common, gap: $1) }
        return Self.joined(shifted, widths: widths, separators: separators)
    }

    /// Places lines side by side, each column in its width and after its separator.
    static func joined(_ columns: [[TerminalLine]], widths: [Int], separators: [[TerminalCell]]) -> [TerminalLine] {
        (0..<(columns.map(\.count).max() ?? 0)).map { row in
            TerminalLine(
                columns.indices.flatMap { column in
                    let line = row < columns[column].count ? columns[column][row] : TerminalLine()
                    return separators[column] + line.placed(in: widths[column], isPadded: true)
                }
            )
        }
    }

    private func gap(before common: ElementProperties) -> Int {
        if common.separator { return 3 }
        switch common.spacing {
        case .none: return 0
        case .extraSmall, .small: return 1
        case .default, .medium: return 2
        case .large, .extraLarge, .padding: return 4
        }
    }

    private func separator(_ common: ElementProperties, gap: Int) -> [TerminalCell] {
        guard gap == 3, common.separator else { return TerminalCell.spaces(gap) }
        return TerminalCell.cells(" │ ", style: TerminalStyle(isDim: true))
    }

    /// Pads a column with empty lines to a height, above or below its lines according to its alignment.
    private func shift(
        _ lines: [TerminalLine],
        of column: Column,
        in columnSet: ColumnSet,
        to height: Int
    ) -> [TerminalLine] {
        let missing = height - lines.count
        let above =
            switch column.properties.verticalContentAlignment ?? columnSet.properties.verticalContentAlignment {
            case .center: missing / 2
            case .bottom: missing
            case .top, nil: 0
            }
        return Array(repeating: TerminalLine(), count: above) + lines
            + Array(repeating: TerminalLine(), count: missing - above)
    }
}

/// Distributes the width of a terminal's line among columns.
enum ColumnWidths {
    private static let pixelsPerCell = 8
    private static let stretchMinimum = 6

    /// Distributes the width like a flexbox row: every column has a basis; a deficit is taken from all in proportion,
    /// from widths in pixels last, and an excess goes to weighted and stretched columns.
    ///
    /// - Parameters:
    ///   - room: The cells to distribute, at least one for each column.
    ///   - columns: The widths that the columns ask for.
    ///   - natural: The widths of their contents.
    /// - Returns: Widths of at least 1, with a sum of at most `room`.
    static func share(_ room: Int, among columns: [ColumnWidth], natural: [Int]) -> [Int] {
        let fixed = columns.reduce(0) { sum, width in
            if case .pixels(let pixels) = width { sum + cells(pixels) } else { sum }
        }
        let weights = columns.weights
        let free = max(0, room - fixed)
        var widths = columns.indices.map { index in
            switch columns[index] {
            case .pixels(let pixels): cells(pixels)
            case .auto: max(1, natural[index])
            case .stretch: stretchMinimum
            case .weight(let weight): max(1, Int(exactly: (weight / weights * Double(free)).rounded(.down)) ?? 1)
            }
        }
        shrink(&widths, to: room) { index in
            if case .pixels = columns[index] { false } else { true }
        }
        shrink(&widths, to: room) { _ in true }
        grow(&widths, to: room, columns)
        return widths
    }

    private static func cells(_ pixels: Int) -> Int { max(1, (pixels + pixelsPerCell - 1) / pixelsPerCell) }

    private static func shrink(_ widths: inout [Int], to room: Int, where mayShrink: (Int) -> Bool) {
        let shrinking = widths.indices.filter(mayShrink)
        let basis = shrinking.reduce(0) { $0 + widths[$1] }
        let excess = widths.reduce(0, +) - room
        guard excess > 0, basis > 0 else { return }
        let target = max(shrinking.count, basis - excess)
        for index in shrinking { widths[index] = max(1, widths[index] * target / basis) }
        // Rounding up to one cell may leave some excess, which the widest column loses.
        while widths.reduce(0, +) > room, let widest = shrinking.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > 1
        {
            widths[widest] -= 1
        }
    }

    private static func grow(_ widths: inout [Int], to room: Int, _ columns: [ColumnWidth]) {
        let growing = columns.indices.filter { index in
            switch columns[index] {
            case .stretch, .weight: true
            case .auto, .pixels: false
            }
        }
        let left = room - widths.reduce(0, +)
        guard left > 0, !growing.isEmpty else { return }
        for (order, index) in growing.enumerated() {
            widths[index] += left / growing.count + (order < left % growing.count ? 1 : 0)
        }
    }
}
