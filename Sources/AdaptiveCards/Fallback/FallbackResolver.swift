/// Replaces what cannot be shown by its fallback, from the leaves to the root.
///
/// An element that cannot be shown and has no fallback is left out and marks its container: the nearest ancestor that
/// has a fallback is replaced as a whole.
struct FallbackResolver {
    /// What becomes of an element.
    struct Outcome {
        /// The element to show, if one is left.
        var element: CardElement?
        /// Whether something in it was left out without a fallback.
        var isMarked = false
    }

    let capabilities: HostCapabilities

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
        if case .unknown = element { return fallback(of: element) ?? Outcome(isMarked: true) }
        let common = element.common
        guard capabilities.meet(common.requires) else { return fallback(of: element) ?? Outcome(isMarked: true) }
        let outcome = resolveContent(element)
        guard outcome.isMarked, let replacement = fallback(of: element) else { return outcome }
        return replacement
    }

    /// Resolves what stands in for an element, or returns `nil` if nothing does.
    private func fallback(of element: CardElement) -> Outcome? {
        switch element.common.fallback {
        case .drop: Outcome()
        case .element(let replacement): resolve(replacement)
        case nil: nil
        }
    }

    private func resolveContent(_ element: CardElement) -> Outcome {
        switch element {
        case .container(var container):
            let content = resolve(container.items)
            container.items = content.elements
            container.properties.selectAction = resolve(container.properties.selectAction)
            return Outcome(element: .container(container), isMarked: content.isMarked)
        case .column(var column):
            let content = resolve(column.items)
            column.items = content.elements
            column.properties.selectAction = resolve(column.properties.selectAction)
            return Outcome(element: .column(column), isMarked: content.isMarked)
        case .columnSet(var columnSet):
            let content = resolve(columnSet.columns)
            columnSet.columns = content.elements
            columnSet.properties.selectAction = resolve(columnSet.properties.selectAction)
            return Outcome(element: .columnSet(columnSet), isMarked: content.isMarked)
        case .image(var image):
            image.selectAction = resolve(image.selectAction)
            return Outcome(element: .image(image))
        case .textInput(var input):
            input.inlineAction = resolve(input.inlineAction)
            return Outcome(element: .textInput(input))
        case .actionSet(var actionSet):
            actionSet.actions = actionSet.actions.compactMap(resolve)
            return Outcome(element: .actionSet(actionSet))
        case .textBlock, .factSet, .toggleInput, .choiceSetInput, .dateInput, .timeInput, .unknown:
            return Outcome(element: element)
        }
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
