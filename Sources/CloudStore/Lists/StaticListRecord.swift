package import FoundationEssentials

/// A list of channels and named users that a sender keeps elsewhere and has uploaded.
package struct StaticListRecord: Hashable, Sendable {
    /// The store's number of it.
    package let number: StaticListNumber
    /// The name by which senders know it.
    package let name: String
    /// What its sender says of it.
    package let description: String?
    /// What its sender added, a JSON object that the store does not read.
    package let extra: String?
    /// When it was made.
    package let created: Date
    /// When its members were last replaced, or when it was made.
    package let updated: Date
    /// How many channels its members had when they were last replaced.
    package let channelCount: Int
    /// The upload that brought its members, if there was one.
    package let upload: ListUploadNumber?
}
