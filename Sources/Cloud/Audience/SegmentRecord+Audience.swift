package import CloudStore
import JSON

extension SegmentRecord {
    /// Whom the segment selects.
    ///
    /// - Throws: A `DecodingError` if the store's form is damaged.
    package var audience: Audience {
        get throws { try JSONValue(parsing: criteria).decode() }
    }
}

extension NewSegment {
    /// Makes a segment of what it selects.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - name: What people call it.
    ///   - definition: The selector as its sender wrote it.
    ///   - audience: The same, read.
    /// - Throws: An `EncodingError` if the selector holds what JSON cannot.
    package init(id: SegmentID, name: String, definition: String, audience: Audience) throws {
        self.init(
            id: id,
            name: name,
            definition: definition,
            criteria: try JSONValue(encoding: audience).jsonText
        )
    }
}
