import SQLiteSupport

package struct CloudStoreError: StoreFailure, Sendable {
    package enum Code: String, StoreFailureCode, Hashable {
        case notFound
        /// The operation contradicts existing data: a name that is taken, a limit that is reached.
        case conflict
        case diskFull
        /// Another cloud has locked the state folder.
        case locked
        /// The database was written by a newer version of Today.
        case newerSchema
        case overloaded
        case closed
        /// The file cannot be read or written, or its content is damaged.
        case unavailable
        /// The place of attached files cannot be reached, or refuses.
        case attachmentsUnavailable
    }

    /// The owner of the store, for messages.
    package static let ownerName = "The cloud"

    package var code: Code
    /// One sentence that names the thing that failed and, if there is one, the remedy.
    package var message: String
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}
