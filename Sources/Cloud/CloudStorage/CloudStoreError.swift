import SQLiteSupport

/// An error of the cloud's store.
package struct CloudStoreError: StoreFailure, Sendable {
    /// The kinds of failures.
    package enum Code: String, StoreFailureCode, Hashable {
        /// The object of the operation does not exist.
        case notFound
        /// The operation contradicts existing data: a name that is taken, a limit that is reached.
        case conflict
        /// No space is left on the disk.
        case diskFull
        /// Another cloud has locked the state folder.
        case locked
        /// The database was written by a newer version of Today.
        case newerSchema
        /// Too many writes are waiting.
        case overloaded
        /// The store was closed.
        case closed
        /// The file cannot be read or written, or its content is damaged.
        case unavailable
    }

    /// The owner of the store, for messages.
    package static let ownerName = "The cloud"

    /// The kind of failure.
    package var code: Code
    /// One sentence that names the thing that failed and, if there is one, the remedy.
    package var message: String
    /// The underlying error, for the log.
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}
