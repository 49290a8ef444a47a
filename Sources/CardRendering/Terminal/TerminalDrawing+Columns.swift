import AdaptiveCards

extension TerminalDrawing {
    /// Draws columns beside one another, or below one another where there is no room for that.
    func lines(of columnSet: ColumnSet, in place: TerminalPlace) -> [TerminalLine] {
        let columns = columnSet.columns.compactMap { element -> Column? in
            guard case .column(let column) = element, column.common.isVisible else { return nil }
            return column
        }
        let gaps = columns.enumerated().map { $0 == 0 ? 0 : gap(before: $1.common) }
        let room = place.width - gaps.reduce(0, +)
        guard !columns.isEmpty, place.columnDepth < Self.columnDepthLimit, room >= columns.count * 3 else {
            return lines(of: columns.map { $0.spacing(.none).element }, in: place)
        }
        let drawings = columns.map { column in
            draw(column, in: place.inColumn(width: room).aligned(column.common.horizontalAlignment))
        }
        let natural = drawings.map { $0.map(\.width).max() ?? 0 }
        let widths = ColumnWidths.share(room, among: columns.map(\.width), natural: natural)
        let drawn = columns.indices.map { index in
            let column = columns[index]
            return draw(column, in: place.inColumn(width: widths[index]).aligned(column.common.horizontalAlignment))
        }
        let height = drawn.map(\.count).max() ?? 0
        let shifted = columns.indices.map { shift(drawn[$0], of: columns[$0], in: columnSet, to: height) }
        return (0..<height).map { row in
            var cells: [TerminalCell] = []
            for index in columns.indices {
                cells += separator(columns[index].common, gap: gaps[index])
                cells += shifted[index][row].placed(in: widths[index], isPadded: true)
            }
            return TerminalLine(cells)
        }
    }

    private func draw(_ column: Column, in place: TerminalPlace) -> [TerminalLine] {
        lines(of: column.items, in: place)
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

    /// Fills a column up to the height, below or above its lines as its content is aligned.
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
