import CardRendering
package import JSON
package import TodayProtocol

/// All values of a group's shared defaults.
package struct DefaultsReport: Report {
    /// The values by key.
    package var values: [String: PropertyValue]

    /// Reports values.
    package init(values: [String: PropertyValue]) { self.values = values }

    /// A line for each key, with the value as on the wire, made safe for the terminal.
    package var text: String {
        guard !values.isEmpty else { return "The group has no values." }
        return values.sorted { $0.key < $1.key }
            .map { TerminalText.safe("\($0.key) = \($0.value.json.safeText)") }
            .joined(separator: "\n")
    }

    /// An object with the values as on the wire.
    package var json: JSONValue { .object(values.mapValues(\.json)) }
}
