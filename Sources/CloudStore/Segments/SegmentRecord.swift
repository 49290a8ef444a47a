package import FoundationEssentials

/// A selector that a sender keeps under an id.
package struct SegmentRecord: Hashable, Sendable {
    /// The store's number of it; later ones are greater.
    package let number: Int64
    /// Its id.
    package let id: SegmentID
    /// What people call it.
    package let name: String
    /// The selector as its sender wrote it, JSON that the store does not read.
    package let definition: String
    /// The selector in the words of whoever resolves it; the store does not read it.
    package let criteria: String
    /// When it was made.
    package let created: Date
    /// When it last changed.
    package let modified: Date
}

/// A segment to be kept.
package struct NewSegment: Hashable, Sendable {
    /// Its id.
    package var id: SegmentID
    /// What people call it.
    package var name: String
    /// The selector as its sender wrote it.
    package var definition: String
    /// The selector in the words of whoever resolves it.
    package var criteria: String

    /// Describes a segment.
    package init(id: SegmentID, name: String, definition: String, criteria: String) {
        self.id = id
        self.name = name
        self.definition = definition
        self.criteria = criteria
    }
}
