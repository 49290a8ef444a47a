package import FoundationEssentials

/// A host that has joined as a person.
package struct DeviceRecord: Hashable, Sendable {
    /// The store's number of it.
    package let number: DeviceNumber
    /// Its id.
    package let id: DeviceID
    /// The person as whom it joined.
    package let person: String
    /// What it calls itself.
    package let name: String
    /// When it joined.
    package let created: Date
    /// About when it was last heard of.
    package let seen: Date
}
