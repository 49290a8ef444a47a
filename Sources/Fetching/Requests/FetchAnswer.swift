/// What a server answered, now or earlier.
package struct FetchAnswer: Hashable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// The headers that matter to a process, by lower-case name.
    package var headers: [String: String]
    /// The body, unpacked.
    package var body: [UInt8]
    /// How old the answer is, in seconds.
    package var age: Double
    /// Whether the answer was kept from an earlier request; one that the server just confirmed counts as such.
    package var isFromCache: Bool
}
