package import TodayProtocol

/// One key of a group's shared defaults.
package struct DefaultsEntry: Hashable, Sendable {
    /// The key.
    package let key: String
    /// Its value.
    package let value: PropertyValue
    /// The commit that gave it this value.
    package let revision: Revision
}
