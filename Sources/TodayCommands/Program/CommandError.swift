/// Why a command failed.
package struct CommandError: Error, Sendable {
    /// What the shell is told.
    package var status: ExitStatus
    /// One sentence that names the thing and the mend; several lines for a bundle with several mistakes.
    package var message: String
    /// What lies behind it.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(_ message: String, status: ExitStatus = .failure, cause: (any Error)? = nil) {
        self.status = status
        self.message = message
        self.cause = cause
    }
}
