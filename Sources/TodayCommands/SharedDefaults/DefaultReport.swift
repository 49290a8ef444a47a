import CardRendering
package import JSON
package import TodayProtocol

/// One value of shared defaults.
package struct DefaultReport: Report {
    /// The value.
    package var value: PropertyValue

    /// Reports a value.
    package init(value: PropertyValue) { self.value = value }

    /// A string without quotes, every other value as on the wire; each line made safe for the terminal.
    package var text: String {
        if case .string(let text) = value { return TerminalText.safeLines(text) }
        return TerminalText.safe(value.json.safeText)
    }

    /// The value as on the wire.
    package var json: JSONValue { value.json }
}
