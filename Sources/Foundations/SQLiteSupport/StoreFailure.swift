import GRDB

/// The codes that the errors of all stores share.
package protocol StoreFailureCode: Sendable {
    static var diskFull: Self { get }
    /// Another process has locked the folder.
    static var locked: Self { get }
    /// The database was written by a newer version of Today.
    static var newerSchema: Self { get }
    /// Too many writes are waiting.
    static var overloaded: Self { get }
    static var closed: Self { get }
    /// A file cannot be read or written, or its content is damaged.
    static var unavailable: Self { get }
}

/// The error type of a store, which the shared parts of stores throw.
package protocol StoreFailure: Error, CustomStringConvertible {
    associatedtype Code: StoreFailureCode

    /// The owner of the store, at the beginning of a sentence: "The host".
    static var ownerName: String { get }

    var code: Code { get }
    /// One sentence that names the object and, if there is one, the remedy.
    var message: String { get }

    init(_ code: Code, _ message: String, cause: (any Error)?)

    /// Creates the failure of an access because the disk is full.
    static func noSpaceLeft(for action: String, cause: any Error) -> Self
    /// Creates the failure of an access that the database reports.
    static func databaseFailed(_ action: String, reason: String, cause: any Error) -> Self
    /// Creates the failure of an access after the store was closed.
    static var shuttingDown: Self { get }
}

extension StoreFailure {
    package var description: String { message }

    package static func noSpaceLeft(for action: String, cause: any Error) -> Self {
        Self(.diskFull, "There is no space left for \(action); free some space and try again.", cause: cause)
    }

    package static func databaseFailed(_ action: String, reason: String, cause: any Error) -> Self {
        Self(.unavailable, "\(ownerName)'s database failed \(action): \(reason).", cause: cause)
    }

    package static var shuttingDown: Self { Self(.closed, "\(ownerName) is shutting down.", cause: nil) }
}

extension StoreFailure {
    /// Translates an error of a database access; an error of this type stays as it is.
    package init(translating error: any Error, doing action: String) {
        switch error {
        case let error as Self:
            self = error
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            self = .noSpaceLeft(for: action, cause: error)
        case let error as DatabaseError:
            let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
            self = .databaseFailed(action, reason: reason, cause: error)
        default:
            self.init(.unavailable, "Something failed \(action).", cause: error)
        }
    }
}
