import JSON

extension CardDecoder: MemberVisitor {
    typealias Failure = CardError

    mutating func member<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) -> Value,
        json: (Value) -> JSONValue?
    ) {
        value = read(&self)
    }

    mutating func content<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) throws(CardError) -> Value,
        json: (Value) -> JSONValue?
    ) throws(CardError) {
        value = try read(&self)
    }
}

// MARK: - Objects and lists

extension CardDecoder {
    /// Reads an object, and warns of its members that were never read, unless `kind` is `nil`.
    mutating func object<Value>(
        _ members: Members,
        of kind: String?,
        _ read: (inout CardDecoder) throws(CardError) -> Value
    ) throws(CardError) -> Value {
        let (outer, start) = (self.members, names.count)
        self.members = members
        let value = try read(&self)
        warnOfUnknownMembers(of: kind, known: names[start...])
        names.removeSubrange(start...)
        self.members = outer
        return value
    }

    /// Reads an object as a part of the card.
    mutating func part<Part: CardObject>(_ members: Members, of kind: String) throws(CardError) -> Part {
        try object(members, of: kind) { decoder throws(CardError) in try Part(&decoder) }
    }

    /// Reads the values of a list; those for which `read` returns `nil` are left out.
    mutating func values<Value>(
        _ name: String,
        _ read: (JSONValue, inout CardDecoder) throws(CardError) -> Value?
    ) throws(CardError) -> [Value] {
        guard let values = list(name) else { return [] }
        var result: [Value] = []
        result.reserveCapacity(min(values.count, 64))
        enter(name)
        for (index, value) in values.enumerated() {
            enter(index)
            if let value = try read(value, &self) { result.append(value) }
            leave()
        }
        leave()
        return result
    }

    mutating func fallback<Fallback>(
        drop: Fallback,
        noun: String,
        _ read: (JSONValue, inout CardDecoder) throws(CardError) -> Fallback?
    ) throws(CardError) -> Fallback? {
        switch member("fallback") {
        case .string(let text) where text.equalsIgnoringCase("drop"): return drop
        case .object(let members):
            enter("fallback")
            defer { leave() }
            return try read(.object(members), &self)
        case nil, .null: return nil
        default:
            warn("A fallback is \(noun) or “drop”; this is ignored.", at: "fallback")
            return nil
        }
    }
}

// MARK: - Elements

extension CardDecoder {
    static let elementTypes: [any ElementPart.Type] = [
        TextBlock.self, Column.self, Container.self, ColumnSet.self, Image.self, FactSet.self, ActionSet.self,
        TextInput.self, ToggleInput.self, ChoiceSetInput.self, DateInput.self, TimeInput.self, Table.self, Icon.self,
        Badge.self, ProgressBar.self, ProgressRing.self, Rating.self, CompoundButton.self, CodeBlock.self,
        LineChart.self, VerticalBarChart.self, DonutChart.self, GaugeChart.self,
    ]

    private static let elementTypesByName = Dictionary(uniqueKeysWithValues: elementTypes.map { ($0.typeName, $0) })

    /// Reads a list of elements or of the columns of a set, whose type may be missing; a value that is not an object,
    /// or that does not stand in such a list, is left out with a warning.
    mutating func elements(
        _ name: String,
        _ elements: inout [CardElement],
        impliedType: String
    ) throws(CardError) {
        let areColumns = impliedType == Column.typeName
        elements = try values(name) { value, decoder throws(CardError) in
            guard let element = try decoder.element(value, impliedType: impliedType) else { return nil }
            switch element {
            case .column where !areColumns:
                decoder.warn("A Column stands only in a ColumnSet; it is left out.")
            case .column, .unknown: return element
            case _ where areColumns: decoder.warn("Only a Column stands in a ColumnSet; this is left out.")
            default: return element
            }
            return nil
        }
    }

    /// Reads one element; returns `nil`, with a warning, if the value is not an object.
    private mutating func element(_ value: JSONValue, impliedType: String) throws(CardError) -> CardElement? {
        guard case .object(let members) = value else {
            warn("An element must be an object; this is left out.")
            return nil
        }
        try countElement()
        try descend()
        let type = members["type"]?.stringValue ?? impliedType
        let part = Self.elementTypesByName[type]
        let element = try object(members, of: part == nil ? nil : type) { decoder throws(CardError) in
            if let part { return try part.init(&decoder).element }
            let unknown = try UnknownElement(type: type, &decoder)
            decoder.warn(ofType: type, isAction: false)
            return .unknown(unknown)
        }
        ascend()
        try checkBytes()
        return element
    }

    mutating func elementFallback(impliedType: String = "") throws(CardError) -> ElementFallback? {
        try fallback(drop: .drop, noun: "an element") { value, decoder throws(CardError) in
            try decoder.element(value, impliedType: impliedType).map(ElementFallback.element)
        }
    }
}

// MARK: - Actions

extension CardDecoder {
    static let actionTypes = [
        OpenURLAction.typeName, ExecuteAction.typeName, SubmitAction.typeName, ToggleVisibilityAction.typeName,
    ]

    /// Reads a list of actions; a value that is not an object is left out with a warning.
    mutating func actions(_ name: String, _ actions: inout [Action]) throws(CardError) {
        actions = try values(name) { value, decoder throws(CardError) in
            let action = try decoder.action(value)
            if let action { decoder.checkName(of: action, value) }
            return action
        }
    }

    /// Warns of a button without a title, unless it has both an icon and a tooltip.
    private mutating func checkName(of action: Action, _ value: JSONValue) {
        if case .unknown = action.kind { return }
        let isNamedIcon = !(action.iconURL ?? "").isEmpty && !(action.tooltip ?? "").isEmpty
        guard !isNamedIcon, let members = value.objectValue, lacks("title", members) else { return }
        warn("A button needs a title, or an icon and a tooltip.")
    }

    mutating func action(_ name: String, _ action: inout Action?) throws(CardError) {
        action = nil
        guard let value = member(name) else { return }
        enter(name)
        action = try self.action(value)
        leave()
    }

    mutating func actionFallback() throws(CardError) -> ActionFallback? {
        try fallback(drop: .drop, noun: "an action") { value, decoder throws(CardError) in
            try decoder.action(value).map(ActionFallback.action)
        }
    }

    private mutating func action(_ value: JSONValue) throws(CardError) -> Action? {
        guard case .object(let members) = value else {
            warn("An action must be an object; this is left out.")
            return nil
        }
        try countAction()
        try descend()
        let type = members["type"]?.stringValue ?? ""
        let isKnown = Self.actionTypes.contains(type)
        let action = try object(members, of: isKnown ? type : nil) { decoder throws(CardError) in
            let action = try Action(type: type, &decoder)
            if !isKnown { decoder.warn(ofType: type, isAction: true) }
            return action
        }
        ascend()
        try checkBytes()
        return action
    }
}
