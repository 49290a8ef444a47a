/// What a process is.
package enum ProcessKind: String, Codable, Hashable, Sendable {
    /// The containing app.
    case app
    /// A Today extension.
    case widget
}
