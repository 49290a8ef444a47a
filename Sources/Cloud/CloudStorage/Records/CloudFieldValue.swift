package import JSON
import SQLStore

/// The value of a field in its stored form, which is valid for its type.
package struct CloudFieldValue: Hashable, Sendable {
    package let type: CloudFieldType
    /// Numbers are of the type's kind; a reference has an action.
    package let value: JSONValue

    init(type: CloudFieldType, value: JSONValue) {
        self.type = type
        self.value = value
    }

    /// The value as clients see it: `{"value": …, "type": …}`.
    package var json: JSONValue { ["value": value, "type": .string(type.rawValue)] }

    init?(stored json: JSONValue) {
        guard let type = json["type"]?.stringValue.flatMap(CloudFieldType.init(rawValue:)), let value = json["value"]
        else { return nil }
        self.init(type: type, value: value)
    }

    var elements: [JSONValue] { type.isList ? value.arrayValue ?? [] : [value] }

    var keys: Set<FieldKey> { Set(elements.compactMap { FieldKey($0, type.element) }) }

    var references: [(target: String, action: ReferenceAction)] {
        guard type.element == .reference else { return [] }
        return elements.compactMap { element in
            guard let target = element["recordName"]?.stringValue else { return nil }
            return (target, element["action"]?.stringValue.flatMap(ReferenceAction.init(rawValue:)) ?? .none)
        }
    }
}

/// A key in the index of a field, whose keys are of one kind, in SQLite's order: numbers by value, texts by their
/// bytes.
enum FieldKey: Hashable, Comparable, Sendable {
    case integer(Int64)
    case real(Double)
    case text(String)

    /// Makes the key of a stored value; `nil` for types that are not indexed; locations are indexed by latitude, texts
    /// by their first ``CloudRecordLimits/indexedText`` bytes.
    init?(_ value: JSONValue, _ type: CloudFieldType.Element) {
        switch type {
        case .string:
            guard let text = value.stringValue else { return nil }
            self = .text(Self.prefix(of: text))
        case .int64, .timestamp:
            guard let integer = value.integerValue else { return nil }
            self = .integer(Int64(integer))
        case .double:
            guard let real = value.numberValue else { return nil }
            self = .real(real)
        case .reference:
            guard let target = value["recordName"]?.stringValue else { return nil }
            self = .text(Self.prefix(of: target))
        case .location:
            guard let latitude = value["latitude"]?.numberValue else { return nil }
            self = .real(latitude)
        case .bytes, .asset: return nil
        }
    }

    /// Returns the form in which `recordFieldValue` has the key, so that the database's order is that of keys.
    ///
    /// SQLite keeps the type of each value. In PostgreSQL all are texts: a letter for the type, then the text itself, or
    /// 16 hexadecimal digits that have the order of the numbers.
    func stored(in dialect: SQLDialect) -> ColumnValue {
        switch (self, dialect) {
        case (.integer(let value), .sqlite): .integer(value)
        case (.real(let value), .sqlite): .real(value)
        case (.text(let value), .sqlite): .text(value)
        case (.integer(let value), .postgreSQL): .text("i" + Self.digits(UInt64(bitPattern: value) ^ Self.sign))
        case (.real(let value), .postgreSQL):
            .text("r" + Self.digits(value.sign == .minus ? ~value.bitPattern : value.bitPattern | Self.sign))
        case (.text(let value), .postgreSQL): .text("t" + value)
        }
    }

    /// Reads a key in its stored form.
    init?(stored value: ColumnValue, in dialect: SQLDialect) {
        switch (value, dialect) {
        case (.integer(let integer), .sqlite): self = .integer(integer)
        case (.real(let real), .sqlite): self = .real(real)
        case (.text(let text), .sqlite): self = .text(text)
        case (.text(let text), .postgreSQL):
            let rest = text.dropFirst()
            switch (text.first, UInt64(rest, radix: 16)) {
            case ("t", _): self = .text(String(rest))
            case ("i", let bits?): self = .integer(Int64(bitPattern: bits ^ Self.sign))
            case ("r", let bits?): self = .real(Double(bitPattern: bits & Self.sign == 0 ? ~bits : bits ^ Self.sign))
            default: return nil
            }
        default: return nil
        }
    }

    private static let sign: UInt64 = 1 << 63

    private static func digits(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func < (left: FieldKey, right: FieldKey) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): Double(left) < right
        case (.real(let left), .integer(let right)): left < Double(right)
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.text, _): false
        case (_, .text): true
        }
    }

    static func == (left: FieldKey, right: FieldKey) -> Bool { !(left < right) && !(right < left) }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let value): hasher.combine(Double(value))
        case .real(let value): hasher.combine(value)
        case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
        }
    }

    /// Returns the indexed part of a text: whole characters, with U+0001 for U+0000, which would end a text in SQL.
    static func prefix(of text: String) -> String {
        guard text.utf8.count > CloudRecordLimits.indexedText || text.utf8.contains(0) else { return text }
        var prefix = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= CloudRecordLimits.indexedText else { break }
            prefix.append(scalar.value == 0 ? "\u{1}" : scalar)
        }
        return String(prefix)
    }
}
