import AdaptiveCards

extension HTMLDrawing {
    private static let nameLimit = 200

    /// What a screen reader calls something that holds these elements: their visible text, cut after 200 characters.
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
            case .textBlock(let block): add(PlainText.text(of: block.text, dates: dates), to: &words, room: &room)
            case .image(let image): add(image.altText ?? "", to: &words, room: &room)
            case .factSet(let factSet):
                for fact in factSet.facts where room > 0 {
                    add(PlainText.text(of: fact.title, dates: dates), to: &words, room: &room)
                    add(PlainText.text(of: fact.value, dates: dates), to: &words, room: &room)
                }
            case .container(let container): collectNames(of: container.items, into: &words, room: &room)
            case .column(let column): collectNames(of: column.items, into: &words, room: &room)
            case .columnSet(let columnSet): collectNames(of: columnSet.columns, into: &words, room: &room)
            case .actionSet, .textInput, .toggleInput, .choiceSetInput, .unknown: break
            }
        }
    }

    private func add(_ text: String, to words: inout [String], room: inout Int) {
        guard !text.isEmpty else { return }
        words.append(text)
        room -= text.count
    }
}
