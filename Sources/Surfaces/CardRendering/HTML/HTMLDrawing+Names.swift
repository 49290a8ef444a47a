import AdaptiveCards

extension HTMLDrawing {
    private static let nameLimit = 200

    /// Returns the accessible name for a group of elements: their visible text, cut off after 200 characters.
    func accessibleName(of elements: [CardElement]) -> String {
        var words: [String] = []
        var room = Self.nameLimit
        collectNames(of: elements, into: &words, room: &room)
        let name = words.joined(separator: " ")
        return name.count <= Self.nameLimit ? name : name.prefix(Self.nameLimit - 1) + "…"
    }

    private func collectNames(of elements: [CardElement], into words: inout [String], room: inout Int) {
        for element in elements where element.common.isVisible && room > 0 {
            switch element {
            case .textBlock(let block): add(name(of: block.text), to: &words, room: &room)
            case .image(let image): add(String((image.altText ?? "").prefix(Self.nameLimit)), to: &words, room: &room)
            case .icon(let icon): add(String((icon.altText ?? "").prefix(Self.nameLimit)), to: &words, room: &room)
            case .progressBar(let bar):
                add(String((bar.altText ?? "").prefix(Self.nameLimit)), to: &words, room: &room)
            case .factSet(let factSet):
                for fact in factSet.facts where room > 0 {
                    add(name(of: fact.title), to: &words, room: &room)
                    add(name(of: fact.value), to: &words, room: &room)
                }
            case .container(let container): collectNames(of: container.items, into: &words, room: &room)
            case .column(let column): collectNames(of: column.items, into: &words, room: &room)
            case .columnSet(let columnSet): collectNames(of: columnSet.columns, into: &words, room: &room)
            case .table(let table):
                for row in table.rows where room > 0 {
                    collectNames(of: row.cells.flatMap(\.items), into: &words, room: &room)
                }
            case .badge(let badge): add(String(badge.text.prefix(Self.nameLimit)), to: &words, room: &room)
            case .progressRing(let ring):
                add(String((ring.label ?? "").prefix(Self.nameLimit)), to: &words, room: &room)
            case .rating(let rating): add(texts.value(of: rating), to: &words, room: &room)
            case .compoundButton(let button):
                for text in [button.title, button.badge ?? "", button.description ?? ""] where room > 0 {
                    add(String(text.prefix(Self.nameLimit)), to: &words, room: &room)
                }
            case .codeBlock(let code): add(String(code.codeSnippet.prefix(Self.nameLimit)), to: &words, room: &room)
            case .chart(let chart): add(texts.text(chart.properties.title ?? ""), to: &words, room: &room)
            case .actionSet, .textInput, .toggleInput, .choiceSetInput, .dateInput, .timeInput, .unknown: break
            }
        }
    }

    /// Returns the beginning of a text without its markup, long enough for the rest of a name.
    private func name(of source: String) -> String {
        PlainText.text(of: String(source.prefix(Self.nameLimit * 4)), dates: dates)
    }

    private func add(_ text: String, to words: inout [String], room: inout Int) {
        guard !text.isEmpty else { return }
        words.append(text)
        room -= text.count
    }
}

/// Removes SSML tags from text for screen readers.
enum SpeechText {
    /// Removes all text between angle brackets; keeps an opening bracket without a closing one.
    static func plain(_ speech: String) -> String {
        var result = ""
        var rest = speech[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            result += rest[..<open]
            rest = rest[rest.index(after: close)...]
        }
        result += rest
        return result.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
