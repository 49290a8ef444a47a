import Foundation
import HostModel
import JSON
import TodayProtocol

/// The result of a command, as text for people and as JSON for programs.
protocol Report: Sendable {
    /// Returns the text for people, without a trailing line break; empty if there is nothing to print.
    func text(in context: CommandContext) -> String
    /// The JSON for programs. Documentation/CommandLine.md describes it; later versions only add members.
    var json: JSONValue { get }
}

extension CommandContext {
    func print(_ report: some Report, asJSON: Bool) {
        let text = asJSON ? report.json.safeText : report.text(in: self)
        if !text.isEmpty { console.print(text) }
    }

    /// Prints a text for people, unless it is empty, or a value for programs.
    func print(_ text: String, orJSONOf value: some Encodable, asJSON: Bool) {
        let text = asJSON ? JSONValue.encoding(value).safeText : text
        if !text.isEmpty { console.print(text) }
    }

    func print(_ text: String, or members: KeyValuePairs<String, (any Encodable)?>, asJSON: Bool) {
        print(text, orJSONOf: JSONValue.members(members), asJSON: asJSON)
    }
}

extension JSONValue {
    /// The value as JSON text on one line that is safe for a terminal.
    ///
    /// Control characters and characters that change the writing direction are escaped, which does not change their
    /// meaning.
    var safeText: String {
        var result = ""
        let text = jsonText
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

// MARK: - Values for programs

extension JSONValue {
    /// Encodes a value of the host for programs: its dates are strings, as ``Dates/iso8601(_:)`` writes them.
    static func encoding(_ value: some Encodable) -> JSONValue { member(value).withPlainDates }

    /// Encodes the members of an object; one whose value is `nil` is left out.
    static func members(_ members: KeyValuePairs<String, (any Encodable)?>) -> JSONValue {
        .object(
            Dictionary(uniqueKeysWithValues: members.compactMap { name, value in value.map { (name, member($0)) } })
        )
    }

    static func list<Element>(
        _ elements: some Sequence<Element>,
        _ members: (Element) -> KeyValuePairs<String, (any Encodable)?>
    ) -> JSONValue {
        .array(elements.map { .members(members($0)) })
    }

    private static func member(_ value: any Encodable) -> JSONValue {
        switch value {
        case let value as JSONValue: value
        case let date as Date: .string(Dates.iso8601(date))
        case let text as LocalizableText: .string(text.english)
        case let texts as [LocalizableText]: .array(texts.map { .string($0.english) })
        default: (try? JSONValue(encoding: value)) ?? .null
        }
    }

    private var withPlainDates: JSONValue {
        if let dateValue { return .string(Dates.iso8601(dateValue)) }
        return switch self {
        case .array(let elements): .array(elements.map(\.withPlainDates))
        case .object(let members): .object(members.mapValues(\.withPlainDates))
        default: self
        }
    }
}

extension Optional where Wrapped: Encodable {
    /// The value for a member that is `null`, not left out, if there is none.
    var orNull: any Encodable { self }
}
