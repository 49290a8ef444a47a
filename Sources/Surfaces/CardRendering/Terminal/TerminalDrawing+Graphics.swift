import AdaptiveCards

extension TerminalDrawing {
    private static let barWidth = 24

    func lines(of icon: Icon, in layout: TerminalLayoutContext) -> [TerminalLine] {
        guard let character = icon.symbol?.drawing.character else { return [] }
        let cells = TerminalCell.cells(String(character), style: TerminalStyle(color: icon.color))
        return [layout.line(cells)]
    }

    func lines(of badge: Badge, in layout: TerminalLayoutContext) -> [TerminalLine] {
        let text = badge.text.isEmpty ? badge.tooltip ?? "" : badge.text
        let color = TextColor(rawValue: badge.style.rawValue) ?? .default
        let isSubtle = badge.style == .subtle
        let style = TerminalStyle(isBold: !isSubtle, isDim: isSubtle, color: color)
        let symbol = badge.symbol?.symbol.drawing.character.map(String.init)
        let parts = badge.iconPosition == .before ? [symbol, text] : [text, symbol]
        let shown = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
        guard !shown.isEmpty else { return [] }
        let cells = LineBreaker.cut(TerminalCell.cells("(\(shown))", style: style), width: layout.width)
        return [layout.line(cells)]
    }

    func lines(of bar: ProgressBar, in layout: TerminalLayoutContext) -> [TerminalLine] {
        guard let range = bar.range else { return lines(of: bar.progress, label: "", in: layout) }
        let room = min(Self.barWidth, layout.width)
        let cells = Int((range.lowerBound * Double(room)).rounded())
        let track = TerminalCell.cells(String(repeating: "░", count: cells), style: TerminalStyle(isDim: true))
        let part = self.bar(range.upperBound, width: room, color: .accent).dropFirst(cells)
        return [layout.line(track + part)]
    }

    /// Draws progress as a bar, also that of a ring.
    func lines(of progress: ProgressValue, label: String, in layout: TerminalLayoutContext) -> [TerminalLine] {
        var cells = TerminalCell.cells(label.isEmpty ? "" : label + " ")
        if let fraction = progress.fraction {
            let percent = " " + texts.percent(fraction)
            let used = cells.width + DisplayWidth.cells(of: percent)
            let room = min(Self.barWidth, layout.width - used)
            if room >= 4 {
                cells += bar(fraction, width: room, color: TextColor(rawValue: progress.color.rawValue) ?? .accent)
            }
            cells += TerminalCell.cells(percent)
        } else {
            cells += TerminalCell.cells("…", style: TerminalStyle(color: .accent))
        }
        return layout.wrapped(cells)
    }

    func lines(of rating: Rating, in layout: TerminalLayoutContext) -> [TerminalLine] {
        var color = TerminalStyle.plain
        if rating.color == .marigold { color.color = .warning }
        var cells: [TerminalCell] = []
        if rating.style == .default {
            let filled = Int((rating.fraction * Double(rating.max)).rounded())
            cells += TerminalCell.cells(String(repeating: "★", count: filled), style: color)
            cells += TerminalCell.cells(
                String(repeating: "☆", count: rating.max - filled),
                style: TerminalStyle(isDim: true)
            )
        } else {
            cells += TerminalCell.cells("★", style: color)
        }
        cells += TerminalCell.cells(" " + texts.number(rating.value))
        if let count = rating.count {
            cells += TerminalCell.cells(" (\(texts.number(Double(count))))", style: TerminalStyle(isDim: true))
        }
        return layout.wrapped(cells)
    }

    func lines(of button: CompoundButton, in layout: TerminalLayoutContext) -> [TerminalLine] {
        var title = TerminalCell.cells("[\(button.title)]", style: TerminalStyle(isBold: true, color: .accent))
        if let badge = button.badge, !badge.isEmpty {
            title += TerminalCell.cells(" (\(badge))", style: TerminalStyle(isBold: true))
        }
        let description = TerminalCell.cells(button.description ?? "", style: TerminalStyle(isDim: true))
        let rows = [title] + (description.isEmpty ? [] : LineBreaker.wrap(description, width: layout.width))
        return rows.map { layout.cut($0) }
    }

    /// Returns a bar of whole and partial blocks on a track.
    func bar(_ fraction: Double, width: Int, color: TextColor) -> [TerminalCell] {
        let eighths = Int((min(max(fraction, 0), 1) * Double(width * 8)).rounded())
        var text = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0 { text.append(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1]) }
        let filled = TerminalCell.cells(text, style: TerminalStyle(color: color))
        let track = String(repeating: "░", count: width - filled.count)
        return filled + TerminalCell.cells(track, style: TerminalStyle(isDim: true))
    }
}
