import CloudStore
import Foundation

/// A selector by attribute: a channel fulfils it by its own value or by the one of its named user.
package struct AttributeCondition: Hashable, Sendable {
    /// The attribute; one that nobody has is no mistake.
    package let key: String
    /// What is asked of it.
    package let test: AttributeTest

    /// Describes a condition.
    package init(key: String, test: AttributeTest) {
        self.key = key
        self.test = test
    }

    /// Whether a channel with some attributes fulfils it, for a push that is sent at a date.
    func holds(for attributes: inout AttributeReadings, at now: Date) -> Bool {
        let values = attributes.values(of: key)
        return test == .isEmpty ? values.isEmpty : values.contains { test.passes($0, at: now) }
    }

    /// What an index finds its channels by; none if all have to be looked at.
    var leaf: AudienceLeaf? {
        guard case .equals(let value) = test, DeviceAttribute(rawValue: key) == nil else { return nil }
        return .attribute(key, value)
    }
}
