import SQLiteSupport

/// The failure of a store operation.
package struct StoreError: StoreFailure, Sendable {
    package enum Code: String, StoreFailureCode, Hashable {
        /// A key, host, id or value is malformed.
        case invalid
        /// A limit would be exceeded.
        case limitExceeded
        /// The operation refers to something that does not exist.
        case notFound
        /// A name belongs to another app, and the person has not consented to sharing it.
        case claimed
        /// The tap, response or push is already finished; nothing of the transaction was applied.
        case alreadyFinished
        /// The disk is full, or the database has reached its maximum size.
        case diskFull
        /// Another host has opened the state folder.
        case locked
        /// The database was written by a newer version of Today.
        case newerSchema
        /// Too many operations are waiting.
        case overloaded
        /// The store was closed.
        case closed
        /// A file cannot be read or written, or its content is damaged.
        case unavailable
    }

    package static let ownerName = "The host"

    package var code: Code
    /// A sentence that names the object and the remedy, if there is one.
    package var message: String
    /// The underlying error, for the log.
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension StoreError {
    /// Returns the error for a row with damaged content.
    static func damaged(_ what: String) -> StoreError {
        StoreError(.unavailable, "The database holds \(what) that cannot be read.")
    }
}
