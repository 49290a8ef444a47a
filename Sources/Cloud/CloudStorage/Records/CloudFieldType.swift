package import JSON

package struct CloudFieldType: RawRepresentable, Hashable, Sendable {
    package enum Element: String, CaseIterable, Hashable, Sendable {
        case string = "STRING"
        case int64 = "INT64"
        case double = "DOUBLE"
        /// Milliseconds since 1970.
        case timestamp = "TIMESTAMP"
        /// Base64.
        case bytes = "BYTES"
        case reference = "REFERENCE"
        case location = "LOCATION"
        /// A file; this cloud does not support files and refuses it.
        case asset = "ASSETID"
    }

    /// The type of the value, or of each element of the list.
    package let element: Element
    package let isList: Bool

    package init(_ element: Element, isList: Bool = false) {
        self.element = element
        self.isList = isList
    }

    package init?(rawValue: String) {
        let isList = rawValue.hasSuffix("_LIST")
        guard let element = Element(rawValue: isList ? String(rawValue.dropLast(5)) : rawValue) else { return nil }
        self.init(element, isList: isList)
    }

    /// CloudKit's name of the type, such as `STRING` or `INT64_LIST`.
    package var rawValue: String { element.rawValue + (isList ? "_LIST" : "") }

    /// Infers the type of a value that was sent without one; `nil` if no type has such values.
    package init?(inferredFrom value: JSONValue) {
        if case .array(let values) = value {
            guard let first = values.first, let type = CloudFieldType(inferredFrom: first), !type.isList else {
                return nil
            }
            let hasReal = type.element == .int64 && values.contains { if case .real = $0 { true } else { false } }
            self.init(hasReal ? .double : type.element, isList: true)
            return
        }
        switch value {
        case .string: self.init(.string)
        case .integer: self.init(.int64)
        case .real: self.init(.double)
        case .object(let members) where members["recordName"] != nil: self.init(.reference)
        case .object(let members) where members["latitude"] != nil: self.init(.location)
        case .object(let members) where members["fileChecksum"] != nil || members["downloadURL"] != nil:
            self.init(.asset)
        default: return nil
        }
    }
}

/// The value of a field as a client sent it, without validation; the type may be missing.
package struct CloudFieldInput: Hashable, Sendable {
    package var type: CloudFieldType?
    package let value: JSONValue

    /// Checks the value against the field's type in the schema, `nil` at its first use, and returns its stored form.
    ///
    /// The name is for messages. References must stay in the zone; `nil` for any.
    package func resolve(
        _ name: String,
        schema: CloudFieldType?,
        zone: String?
    ) throws(CloudRecordFailure) -> CloudFieldValue {
        guard let type = schema ?? type ?? CloudFieldType(inferredFrom: value) else {
            throw .invalid("The type of the field \(name) cannot be told from its value; name it.")
        }
        if let own = self.type, own != type {
            throw .invalid("The field \(name) has the type \(type.rawValue), not \(own.rawValue).")
        }
        guard type.element != .asset else {
            throw .invalid("The field \(name) is a file (ASSETID), and this cloud stores none.")
        }
        if type.isList {
            guard case .array(let values) = value else {
                throw .invalid("The field \(name) has the type \(type.rawValue), and its value is no list.")
            }
            var stored: [JSONValue] = []
            stored.reserveCapacity(values.count)
            for value in values { stored.append(try FieldParser.parse(value, as: type.element, name, zone: zone)) }
            return CloudFieldValue(type: type, value: .array(stored))
        }
        return CloudFieldValue(type: type, value: try FieldParser.parse(value, as: type.element, name, zone: zone))
    }
}
