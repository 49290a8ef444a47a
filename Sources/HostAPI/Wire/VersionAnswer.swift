/// The answer of `GET /api/version`.
package struct VersionAnswer: Codable, Hashable, Sendable {
    /// Today's version.
    package var version: String
    /// The host's process.
    package var pid: Int32

    /// Makes an answer.
    package init(version: String, pid: Int32) {
        self.version = version
        self.pid = pid
    }
}
