import FoundationEssentials
import JSON
package import TodayProtocol

/// The limits of shared defaults.
package enum DefaultsLimits {
    /// The largest size of a key, in bytes of UTF-8.
    package static let keyBytes = 256
    /// The largest size of a value, in bytes of its JSON.
    package static let valueBytes = 256 * 1024
    /// The largest total size of the keys and values of one group, in bytes.
    package static let groupBytes = 4 * 1024 * 1024
    /// The largest number of keys of one group.
    package static let groupKeys = 10_000
    /// The largest depth of nested arrays and dictionaries.
    package static let depth = 64

    /// Checks a key.
    ///
    /// - Throws: ``StoreError`` with code `invalid` or `limitExceeded`.
    package static func check(key: String, group: GroupID) throws(StoreError) {
        guard !key.isEmpty else { throw StoreError(.invalid, "A key of \(group) is empty.") }
        guard key.utf8.count <= keyBytes else {
            throw StoreError(
                .limitExceeded,
                "The key \(key.prefix(40))… of \(group) has \(key.utf8.count) bytes; at most \(keyBytes) are allowed."
            )
        }
        guard !key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw StoreError(.invalid, "A key of \(group) holds a control character.")
        }
    }

    /// Checks a value and encodes it as the stored text; equal values have equal texts.
    package static func text(of value: PropertyValue, key: String, group: GroupID) throws(StoreError) -> String {
        guard isStorable(value, depth: depth) else {
            throw StoreError(
                .invalid,
                """
                \(key) of \(group) holds what is no property list: a number that is not finite, \
                a name that begins with $, or a depth over \(depth).
                """
            )
        }
        let text = value.json.jsonText
        guard text.utf8.count <= valueBytes else {
            throw StoreError(
                .limitExceeded,
                "\(key) of \(group) would have \(text.utf8.count) bytes; at most \(valueBytes) are allowed."
            )
        }
        return text
    }

    static func check(keys: Int, bytes: Int, group: GroupID, key: String) throws(StoreError) {
        guard keys <= groupKeys else {
            throw StoreError(.limitExceeded, "\(group) has \(groupKeys) keys already, so \(key) cannot be added.")
        }
        guard bytes <= groupBytes else {
            throw StoreError(
                .limitExceeded,
                "With \(key), \(group) would have \(bytes) bytes; at most \(groupBytes) are allowed."
            )
        }
    }

    private static func isStorable(_ value: PropertyValue, depth: Int) -> Bool {
        switch value {
        case .bool, .integer, .string, .data: true
        case .real(let number): number.isFinite
        case .date(let date): date.timeIntervalSince1970.isFinite
        case .array(let values): depth > 0 && values.allSatisfy { isStorable($0, depth: depth - 1) }
        case .dictionary(let members):
            depth > 0 && members.allSatisfy { !$0.key.hasPrefix("$") && isStorable($0.value, depth: depth - 1) }
        }
    }
}
