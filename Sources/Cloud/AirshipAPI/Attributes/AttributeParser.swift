import CloudStorage
import Foundation
import JSON

enum AttributeParser {
    /// The largest number of changes in one request.
    static let limit = 100
    /// The largest length of a key, in bytes.
    static let keyLimit = 128
    /// The largest length of a text, in characters.
    static let textLimit = 512

    /// Parses the changes of a request: objects with `action`, `key`, `value` and `timestamp`.
    static func changes(_ node: BodyNode) throws(AirshipError) -> [AttributeChange] {
        var isSet: [String: Bool] = [:]
        return try node.elements(limit: limit, atLeast: "attribute").map { element throws(AirshipError) in
            let change = try change(element)
            guard isSet[change.key, default: change.value != nil] == (change.value != nil) else {
                throw element.error("the attribute is set and removed in one request")
            }
            isSet[change.key] = change.value != nil
            return change
        }
    }

    private static func change(_ node: BodyNode) throws(AirshipError) -> AttributeChange {
        try node.members(["action", "key", "value", "timestamp"])
        let sets = try node.required("action").choice(["set", "remove"]) == "set"
        let name = try node.required("key")
        let key = try name.text(limit: keyLimit)
        guard !key.hasPrefix(DeviceAttribute.prefix) else {
            throw name.error("attributes that begin with \(DeviceAttribute.prefix) are told by devices")
        }
        return AttributeChange(
            key: key,
            value: sets ? try value(try node.required("value")) : nil,
            date: try node.optional("timestamp").map(date)
        )
    }

    /// Parses a value: a number, a date, or another text.
    static func value(_ node: BodyNode) throws(AirshipError) -> AttributeValue {
        if let number = node.value.numberValue {
            guard number.isFinite else { throw node.error("the number is too large") }
            return .number(number)
        }
        guard node.value.stringValue != nil else { throw node.error("a string or a number is wanted") }
        let text = try node.text(limit: textLimit * 4)
        guard text.unicodeScalars.count <= textLimit else {
            throw node.error("the string is longer than \(textLimit) characters")
        }
        return AttributeDate.parse(text).map(AttributeValue.date) ?? .text(text)
    }

    /// Parses a date, which may have an offset from UTC and may lack the time.
    static func date(_ node: BodyNode) throws(AirshipError) -> Date {
        guard let date = AttributeDate.parse(try node.text(limit: 40)) else {
            throw node.error("a date such as 2026-03-01T08:00:00 is wanted")
        }
        return date
    }
}
