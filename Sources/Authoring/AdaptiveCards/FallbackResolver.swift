extension Card {
    /// Returns the card as a surface can show it, with fallbacks in place of unknown parts and of unmet requirements;
    /// one with a newer version is its fallback text, else its fallback, else all parts that can be decoded.
    package func resolved(for capabilities: HostCapabilities = .standard) -> Card {
        if let version, version > capabilities.formatVersion, let fallbackText, !fallbackText.isEmpty {
            return replacingContent(with: TextBlock(fallbackText, wrap: true).element)
        }
        let isTooNew = version.map { $0 > capabilities.formatVersion } ?? false
        let resolver = FallbackResolver(capabilities: capabilities)
        if isTooNew || !capabilities.meet(requires), let fallback {
            return replacingContent(with: resolver.resolve(fallback).element)
        }
        guard needsResolution else { return self }
        let content = resolver.resolve(body)
        if content.isMarked, let fallback { return replacingContent(with: resolver.resolve(fallback).element) }
        var copy = self
        copy.body = content.elements
        copy.actions = actions.compactMap(resolver.resolve)
        copy.selectAction = resolver.resolve(selectAction)
        return copy
    }

    private func replacingContent(with element: CardElement?) -> Card {
        var copy = self
        copy.body = element.map { [$0] } ?? []
        copy.actions = []
        copy.selectAction = nil
        return copy
    }

    /// `true` if anything in the card is unknown or has requirements; most cards need no resolution.
    private var needsResolution: Bool {
        body.contains(where: \.needsResolution) || actions.contains(where: \.needsResolution)
            || selectAction?.needsResolution ?? false
    }
}

extension CardElement {
    fileprivate var needsResolution: Bool {
        switch self {
        case .textBlock(let text): !text.common.requires.isEmpty
        case .image(let image): !image.common.requires.isEmpty || image.selectAction?.needsResolution ?? false
        case .factSet(let facts): !facts.common.requires.isEmpty
        case .actionSet(let set): !set.common.requires.isEmpty || set.actions.contains(where: \.needsResolution)
        case .textInput(let input): !input.common.requires.isEmpty || input.inlineAction?.needsResolution ?? false
        case .toggleInput(let input): !input.common.requires.isEmpty
        case .choiceSetInput(let input): !input.common.requires.isEmpty
        case .dateInput(let input): !input.common.requires.isEmpty
        case .timeInput(let input): !input.common.requires.isEmpty
        case .container(let container):
            !container.common.requires.isEmpty || container.properties.selectAction?.needsResolution ?? false
                || container.items.contains(where: \.needsResolution)
        case .column(let column):
            !column.common.requires.isEmpty || column.properties.selectAction?.needsResolution ?? false
                || column.items.contains(where: \.needsResolution)
        case .columnSet(let set):
            !set.common.requires.isEmpty || set.properties.selectAction?.needsResolution ?? false
                || set.columns.contains(where: \.needsResolution)
        case .table(let table):
            !table.common.requires.isEmpty || table.rows.contains { $0.cells.contains(where: \.needsResolution) }
        case .icon(let icon):
            !icon.common.requires.isEmpty || icon.symbol == nil || icon.selectAction?.needsResolution ?? false
        case .compoundButton(let button):
            !button.common.requires.isEmpty || button.selectAction?.needsResolution ?? false
        case .badge, .progressBar, .progressRing, .rating, .codeBlock, .chart: !common.requires.isEmpty
        case .unknown: true
        }
    }
}

extension TableCell {
    fileprivate var needsResolution: Bool {
        !common.requires.isEmpty || properties.selectAction?.needsResolution ?? false
            || items.contains(where: \.needsResolution)
    }
}

extension Action {
    fileprivate var needsResolution: Bool {
        if case .unknown = kind { return true }
        return !requires.isEmpty
    }
}

/// Replaces elements and actions that cannot be shown by their fallbacks, from the leaves to the root; an element
/// without a fallback is left out, and the nearest ancestor with a fallback is then replaced as a whole.
struct FallbackResolver: MemberVisitor {
    typealias Failure = Never

    struct Outcome {
        /// The element to show, or `nil` if it is left out.
        var element: CardElement?
        /// `true` if a part of the element was left out without a fallback.
        var isMarked = false
    }

    let capabilities: HostCapabilities
    /// `true` if a part of the visited element was left out without a fallback.
    private var isMarked = false

    init(capabilities: HostCapabilities) { self.capabilities = capabilities }

    mutating func elements(_ name: String, _ elements: inout [CardElement], impliedType: String) {
        let content = resolve(elements)
        elements = content.elements
        isMarked = isMarked || content.isMarked
    }

    func actions(_ name: String, _ actions: inout [Action]) { actions = actions.compactMap(resolve) }

    func action(_ name: String, _ action: inout Action?) { action = resolve(action) }

    func resolve(_ elements: [CardElement]) -> (elements: [CardElement], isMarked: Bool) {
        var isMarked = false
        let elements = elements.compactMap { element in
            let outcome = resolve(element)
            isMarked = isMarked || outcome.isMarked
            return outcome.element
        }
        return (elements, isMarked)
    }

    func resolve(_ element: CardElement) -> Outcome {
        // Most elements of a card in which something is unknown or required have no such part themselves.
        guard element.needsResolution else { return Outcome(element: element) }
        let isShown =
            switch element {
            case .unknown: false
            case .icon(let icon) where icon.symbol == nil: false
            default: capabilities.meet(element.common.requires)
            }
        guard isShown else { return fallback(of: element) ?? Outcome(isMarked: true) }
        let outcome = resolveContent(element)
        guard outcome.isMarked, let replacement = fallback(of: element) else { return outcome }
        return replacement
    }

    /// Resolves the fallback of an element, or returns `nil` if it has none.
    private func fallback(of element: CardElement) -> Outcome? {
        switch element.common.fallback {
        case .drop: Outcome()
        case .element(let replacement): resolve(replacement)
        case nil: nil
        }
    }

    private func resolveContent(_ element: CardElement) -> Outcome {
        if case .table(let table) = element { return resolve(table) }
        var content = element.content
        var resolver = FallbackResolver(capabilities: capabilities)
        content.visit(&resolver)
        return Outcome(element: content.element, isMarked: resolver.isMarked)
    }

    /// Resolves the elements of a table's cells; a cell that cannot be shown becomes an empty one, so that the cells
    /// beside it keep their columns.
    private func resolve(_ table: Table) -> Outcome {
        var table = table
        var isMarked = false
        for row in table.rows.indices {
            for column in table.rows[row].cells.indices {
                var cell = table.rows[row].cells[column]
                let isShown = capabilities.meet(cell.common.requires)
                let content =
                    isShown ? resolve(cell.items) : (elements: [], isMarked: cell.common.fallback == nil)
                cell.items = content.elements
                cell.properties.selectAction = isShown ? resolve(cell.properties.selectAction) : nil
                table.rows[row].cells[column] = cell
                isMarked = isMarked || content.isMarked
            }
        }
        return Outcome(element: .table(table), isMarked: isMarked)
    }

    func resolve(_ action: Action?) -> Action? {
        guard let action else { return nil }
        if case .unknown = action.kind { return fallback(of: action) }
        return capabilities.meet(action.requires) ? action : fallback(of: action)
    }

    private func fallback(of action: Action) -> Action? {
        guard case .action(let replacement)? = action.fallback else { return nil }
        return resolve(replacement)
    }
}

/// The capabilities of a surface, which cards may demand in `requires`.
package struct HostCapabilities: Hashable, Sendable {
    /// The newest version of the format that the surface draws.
    package var formatVersion: CardVersion = .current
    /// The versions of other capabilities, by name.
    package var versions: [String: CardVersion] = [:]

    /// The capabilities of this project's surfaces.
    package static let standard = HostCapabilities()

    /// Returns `true` if all requirements are met; a malformed version counts as met, as in other renderers.
    package func meet(_ requirements: [String: String]) -> Bool {
        requirements.allSatisfy { name, text in
            guard let offered = name == "adaptiveCards" ? formatVersion : versions[name] else { return false }
            guard text != "*", let wanted = CardVersion(text) else { return true }
            return offered >= wanted
        }
    }
}
