extension Card {
    /// The card as a surface can show it: without unknown elements and actions, and without unmet requirements.
    ///
    /// A card whose version is too new becomes its fallback text, else its fallback, else it is shown as far as it
    /// is understood.
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

    /// Whether anything in the card is unknown or requires something; most cards are shown as they are.
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
        case .unknown: true
        }
    }
}

extension Action {
    fileprivate var needsResolution: Bool {
        if case .unknown = kind { return true }
        return !requires.isEmpty
    }
}
