/// One event of a cloud's stream, as it came.
package struct CloudEvent: Hashable, Sendable {
    /// Its number; none for `hello`.
    package var sequence: Int64?
    /// What kind it is, such as `push`.
    package var kind: String
    /// What it says: JSON in UTF-8.
    package var data: [UInt8]

    /// Describes an event.
    package init(sequence: Int64?, kind: String, data: [UInt8]) {
        self.sequence = sequence
        self.kind = kind
        self.data = data
    }
}
