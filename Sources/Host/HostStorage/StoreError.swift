import SQLiteSupport

/// Why the store refused or failed.
package struct StoreError: StoreFailure, Sendable {
    /// What kind of failure it is.
    package enum Code: String, StoreFailureCode, Hashable {
        /// A value breaks a rule of its kind: a malformed key, host, id or value.
        case invalid
        /// A stated limit would be passed.
        case limitExceeded
        /// What the operation speaks of is not there.
        case notFound
        /// A name belongs to another app and the person has not consented.
        case claimed
        /// The tap or response was finished before; nothing of the transaction was applied.
        case alreadyFinished
        /// No space is left on the disk, or the database has its greatest size.
        case diskFull
        /// Another host holds the state folder.
        case locked
        /// The database was written by a newer version of Today.
        case newerSchema
        /// More operations wait than the store takes.
        case overloaded
        /// The store was closed.
        case closed
        /// The file cannot be read or written, or its content is damaged.
        case unavailable
    }

    /// Who keeps the store.
    package static let ownerName = "The host"

    /// What kind of failure it is.
    package var code: Code
    /// One sentence that names the thing and, where there is one, the mend.
    package var message: String
    /// What lies beneath, for the log.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension StoreError {
    /// Describes a row that does not hold what was once written to it.
    static func damaged(_ what: String) -> StoreError {
        StoreError(.unavailable, "The database holds \(what) that cannot be read.")
    }
}
