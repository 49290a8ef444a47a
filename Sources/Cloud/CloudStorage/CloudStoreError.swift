import SQLiteSupport

/// Why the cloud's store refused or failed.
package struct CloudStoreError: StoreFailure, Sendable {
    /// What kind of failure it is.
    package enum Code: String, StoreFailureCode, Hashable {
        /// What the operation speaks of is not there.
        case notFound
        /// It contradicts what is there: a name that is taken, a channel that belongs to somebody else.
        case conflict
        /// No space is left on the disk.
        case diskFull
        /// Another cloud holds the state folder.
        case locked
        /// The database was written by a newer version of Today.
        case newerSchema
        /// More writes wait than the store takes.
        case overloaded
        /// The store was closed.
        case closed
        /// The file cannot be read or written, or its content is damaged.
        case unavailable
    }

    /// Who keeps the store.
    package static let ownerName = "The cloud"

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
