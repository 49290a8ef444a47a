import JSON

extension CardDecoder {
    /// Reads a list of elements; a value that is not an object is left out with a warning.
    mutating func elements(_ members: Members, _ name: String) throws(CardError) -> [CardElement] {
        guard let values = list(members, name) else { return [] }
        var result: [CardElement] = []
        result.reserveCapacity(min(values.count, 64))
        enter(name)
        for (index, value) in values.enumerated() {
            enter(index)
            if let element = try element(value) {
                if case .column = element {
                    warn("A Column stands only in a ColumnSet; it is left out.")
                } else {
                    result.append(element)
                }
            }
            leave()
        }
        leave()
        return result
    }

    /// Reads the columns of a set.
    ///
    /// Their type may be missing; an element of another known type is left out with a warning.
    mutating func columns(_ members: Members, _ name: String) throws(CardError) -> [CardElement] {
        guard let values = list(members, name) else { return [] }
        var result: [CardElement] = []
        enter(name)
        for (index, value) in values.enumerated() {
            enter(index)
            if let element = try element(value, impliedType: Column.typeName) {
                switch element {
                case .column, .unknown: result.append(element)
                default: warn("Only a Column stands in a ColumnSet; this is left out.")
                }
            }
            leave()
        }
        leave()
        return result
    }

    /// Reads one element.
    ///
    /// - Returns: `nil`, with a warning, if the value is not an object.
    mutating func element(
        _ value: JSONValue,
        impliedType: String = ""
    ) throws(CardError) -> CardElement? {
        guard case .object(let members) = value else {
            warn("An element must be an object; this is left out.")
            return nil
        }
        try countElement()
        try descend()
        let type = members["type"]?.stringValue ?? impliedType
        let start = names.count
        let element = try element(members, type: type)
        if case .unknown = element {
            warn(ofType: type, members, isAction: false)
            endObject(members, of: nil, since: start)
        } else {
            endObject(members, of: type, since: start)
        }
        ascend()
        try checkBytes()
        return element
    }

    private mutating func element(_ members: Members, type: String) throws(CardError) -> CardElement {
        switch type {
        case TextBlock.typeName: .textBlock(try TextBlock(members, &self))
        case Column.typeName: .column(try Column(members, &self))
        case Container.typeName: .container(try Container(members, &self))
        case ColumnSet.typeName: .columnSet(try ColumnSet(members, &self))
        case Image.typeName: .image(try Image(members, &self))
        case FactSet.typeName: .factSet(try FactSet(members, &self))
        case ActionSet.typeName: .actionSet(try ActionSet(members, &self))
        case TextInput.typeName: .textInput(try TextInput(members, &self))
        case ToggleInput.typeName: .toggleInput(try ToggleInput(members, &self))
        case ChoiceSetInput.typeName: .choiceSetInput(try ChoiceSetInput(members, &self))
        case DateInput.typeName: .dateInput(try DateInput(members, &self))
        case TimeInput.typeName: .timeInput(try TimeInput(members, &self))
        case Table.typeName: .table(try Table(members, &self))
        case Icon.typeName: .icon(try Icon(members, &self))
        case Badge.typeName: .badge(try Badge(members, &self))
        case ProgressBar.typeName: .progressBar(try ProgressBar(members, &self))
        case ProgressRing.typeName: .progressRing(try ProgressRing(members, &self))
        case Rating.typeName: .rating(try Rating(members, &self))
        case CompoundButton.typeName: .compoundButton(try CompoundButton(members, &self))
        case CodeBlock.typeName: .codeBlock(try CodeBlock(members, &self))
        case LineChart.typeName: .chart(.line(try LineChart(members, &self)))
        case VerticalBarChart.typeName: .chart(.verticalBar(try VerticalBarChart(members, &self)))
        case DonutChart.typeName: .chart(.donut(try DonutChart(members, &self)))
        case GaugeChart.typeName: .chart(.gauge(try GaugeChart(members, &self)))
        default: .unknown(try UnknownElement(type: type, members, &self))
        }
    }

    /// Reads the replacement for an element.
    mutating func elementFallback(
        _ members: Members,
        impliedType: String = ""
    ) throws(CardError) -> ElementFallback? {
        switch member(members, "fallback") {
        case .string(let text) where text.equalsIgnoringCase("drop"):
            return .drop
        case .object(let members):
            enter("fallback")
            defer { leave() }
            return try element(.object(members), impliedType: impliedType).map(ElementFallback.element)
        case nil, .null: return nil
        default:
            warn("A fallback is an element or “drop”; this is ignored.", at: "fallback")
            return nil
        }
    }
}
