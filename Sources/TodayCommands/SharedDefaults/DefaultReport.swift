package import JSON
package import TodayProtocol

/// One value of shared defaults.
package struct DefaultReport: Report {
    /// The value.
    package var value: PropertyValue

    /// Reports a value.
    package init(value: PropertyValue) { self.value = value }

    /// A string as it is, every other value as on the wire.
    package var text: String {
        if case .string(let text) = value { return text }
        return value.json.jsonText
    }

    /// The value as on the wire.
    package var json: JSONValue { value.json }
}
