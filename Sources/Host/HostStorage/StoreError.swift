import HostModel
import SQLiteSupport
package import TodayProtocol

package struct StoreError: StoreFailure, Sendable {
    package enum Code: String, StoreFailureCode, Hashable {
        /// A key, host, id or value is malformed.
        case invalid
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
        case overloaded
        case closed
        /// A file cannot be read or written, or its content is damaged.
        case unavailable
    }

    package static let ownerName = "The host"

    package var code: Code
    /// A sentence that names the object and, if there is one, the remedy.
    package var text: LocalizableText
    package var cause: (any Error)?

    package var message: String { text.english }

    package init(_ code: Code, _ text: LocalizableText, cause: (any Error)? = nil) {
        self.code = code
        self.text = text
        self.cause = cause
    }

    package init(_ code: Code, _ message: String, cause: (any Error)?) {
        self.init(code, .text(message), cause: cause)
    }
}

extension StoreError {
    package static func noSpaceLeft(for action: String, cause: any Error) -> StoreError {
        StoreError(.diskFull, .noSpaceLeft(action), cause: cause)
    }

    package static func databaseFailed(_ action: String, reason: String, cause: any Error) -> StoreError {
        StoreError(.unavailable, .databaseFailed(ownerName, task: "\(action): \(reason)"), cause: cause)
    }

    package static var shuttingDown: StoreError { StoreError(.closed, .hostShuttingDown) }

    static func damaged(_ what: String) -> StoreError {
        StoreError(.unavailable, .databaseHoldsUnreadable(what))
    }
}
