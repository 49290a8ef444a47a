package import CloudStorage
import Foundation

/// A selector by attribute: a channel fulfils it by its own value or by the one of its named user.
package struct AttributeCondition: Hashable, Sendable {
    /// The attribute; one that nobody has is no mistake.
    package let key: String
    /// What is asked of it.
    package let test: AttributePredicate

    /// Describes a condition.
    package init(key: String, test: AttributePredicate) {
        self.key = key
        self.test = test
    }

    /// Whether a channel with some attributes fulfils it, for a push that is sent at a date.
    func holds(for attributes: inout ParsedAttributes, at now: Date) -> Bool {
        let values = attributes.values(of: key)
        return test == .isEmpty ? values.isEmpty : values.contains { test.passes($0, at: now) }
    }

    /// What an index finds its channels by; none if all have to be looked at.
    var leaf: AudienceLeaf? {
        guard case .equals(let value) = test, DeviceAttribute(rawValue: key) == nil else { return nil }
        return .attribute(key, value)
    }
}

/// The value of an attribute, with what tests ask of it: read once, however many terms a selector has.
struct ParsedAttributeValue: Sendable {
    /// The value.
    let value: AttributeValue
    /// The value as it is written.
    let text: String
    /// The number that it is, or that its text writes.
    let number: Double?

    /// Reads a value.
    init(_ value: AttributeValue) {
        self.value = value
        text = value.writtenText
        number = value.numericValue
    }

    /// Whether a text is in what the value is written as, by bytes.
    func contains(_ part: String) -> Bool {
        guard part.utf8.count <= text.utf8.count else { return false }
        return SequenceSearch(part.utf8).isIn(text.utf8)
    }
}

/// The attributes of a channel, each read when it is first asked for.
struct ParsedAttributes {
    private let attributes: [String: [AttributeValue]]
    private var readings: [String: [ParsedAttributeValue]] = [:]

    /// Takes the values by key.
    init(_ attributes: [String: [AttributeValue]]) { self.attributes = attributes }

    /// The values of an attribute.
    mutating func values(of key: String) -> [ParsedAttributeValue] {
        if let known = readings[key] { return known }
        let values = attributes[key, default: []].map(ParsedAttributeValue.init)
        readings[key] = values
        return values
    }
}

extension AttributeValue {
    /// The value as it is written: a text as it is, a whole number without a fraction, a date in UTC without a zone.
    package var writtenText: String {
        switch self {
        case .text(let text): text
        case .number(let number): wholeNumber.map(String.init) ?? String(number)
        case .date(let date): CalendarDate(date).text()
        }
    }

    /// The number, if it is one without a fraction that is exact.
    package var wholeNumber: Int? {
        guard case .number(let number) = self, abs(number) <= 9_007_199_254_740_992 else { return nil }
        return Int(exactly: number)
    }
}

/// Looks for a part in sequences, in time that is linear in both however they are made (Knuth, Morris and Pratt, "Fast
/// pattern matching in strings", 1977).
package struct SequenceSearch<Element: Equatable> {
    private let part: [Element]
    /// For each element of the part: how long the longest beginning of the part is that also ends there.
    private let borders: [Int]

    /// Prepares to look for a part.
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

    /// Whether the part is in a sequence; an empty one is in every sequence.
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
