package import CloudStorage
import Foundation

/// A selector by attribute, which a channel fulfils with its own value or with that of its named user.
package struct AttributeCondition: Hashable, Sendable {
    /// The key of the attribute; an unknown attribute is not an error.
    package let key: String
    package let test: AttributePredicate

    package init(key: String, test: AttributePredicate) {
        self.key = key
        self.test = test
    }

    /// Returns `true` if a channel with these attributes fulfils the condition, for a push that is sent at a date.
    func holds(for attributes: inout ParsedAttributes, at now: Date) -> Bool {
        let values = attributes.values(of: key)
        return test == .isEmpty ? values.isEmpty : values.contains { test.passes($0, at: now) }
    }

    /// The condition for an index; `nil` if no index answers it.
    var leaf: AudienceLeaf? {
        guard case .equals(let value) = test, DeviceAttribute(rawValue: key) == nil else { return nil }
        return .attribute(key, value)
    }
}

/// The value of an attribute in every form that tests need, computed once for all terms of a selector.
struct ParsedAttributeValue: Sendable {
    let value: AttributeValue
    let text: String
    let number: Double?

    init(_ value: AttributeValue) {
        self.value = value
        text = value.writtenText
        number = value.numericValue
    }

    /// Returns `true` if the text form contains a text, compared by bytes.
    func contains(_ part: String) -> Bool {
        guard part.utf8.count <= text.utf8.count else { return false }
        return SequenceSearch(part.utf8).isIn(text.utf8)
    }
}

/// The attributes of a channel, parsed when they are first needed.
struct ParsedAttributes {
    private let attributes: [String: [AttributeValue]]
    private var readings: [String: [ParsedAttributeValue]] = [:]

    init(_ attributes: [String: [AttributeValue]]) { self.attributes = attributes }

    mutating func values(of key: String) -> [ParsedAttributeValue] {
        if let known = readings[key] { return known }
        let values = attributes[key, default: []].map(ParsedAttributeValue.init)
        readings[key] = values
        return values
    }
}

extension AttributeValue {
    /// The text form of the value: a text as it is, a whole number without a fraction, a date in UTC without a zone.
    package var writtenText: String {
        switch self {
        case .text(let text): text
        case .number(let number): wholeNumber.map(String.init) ?? String(number)
        case .date(let date): CalendarDate(date).text()
        }
    }

    /// The number if it is whole and exactly representable; otherwise `nil`.
    package var wholeNumber: Int? {
        guard case .number(let number) = self, abs(number) <= 9_007_199_254_740_992 else { return nil }
        return Int(exactly: number)
    }
}

/// Searches sequences for a part in linear time (Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977).
package struct SequenceSearch<Element: Equatable> {
    private let part: [Element]
    /// For each element of the part, the length of the longest proper prefix of the part that also ends there.
    private let borders: [Int]

    package init(_ part: some Sequence<Element>) {
        let part = Array(part)
        var borders = part.isEmpty ? [] : [0]
        borders.reserveCapacity(part.count)
        var length = 0
        for element in part.dropFirst() {
            while length > 0, part[length] != element { length = borders[length - 1] }
            if part[length] == element { length += 1 }
            borders.append(length)
        }
        self.part = part
        self.borders = borders
    }

    /// Returns `true` if a sequence contains the part; every sequence contains an empty part.
    package func isIn(_ sequence: some Sequence<Element>) -> Bool {
        guard !part.isEmpty else { return true }
        var length = 0
        for element in sequence {
            while length > 0, part[length] != element { length = borders[length - 1] }
            if part[length] == element { length += 1 }
            if length == part.count { return true }
        }
        return false
    }
}
