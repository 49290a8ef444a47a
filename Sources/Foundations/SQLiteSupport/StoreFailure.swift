import GRDB

/// The kinds of failure that every store knows.
package protocol StoreFailureCode: Sendable {
    /// No space is left on the disk.
    static var diskFull: Self { get }
    /// Another process holds the folder.
    static var locked: Self { get }
    /// The database was written by a newer version of Today.
    static var newerSchema: Self { get }
    /// More writes wait than the store takes.
    static var overloaded: Self { get }
    /// The store was closed.
    static var closed: Self { get }
    /// The file cannot be read or written, or its content is damaged.
    static var unavailable: Self { get }
}

/// The error of a store: what the parts that stores share fail with.
package protocol StoreFailure: Error, CustomStringConvertible {
    /// Its kinds of failure.
    associatedtype Code: StoreFailureCode

    /// Who keeps the store, at the beginning of a sentence: "The host".
    static var ownerName: String { get }

    /// What kind of failure it is.
    var code: Code { get }
    /// One sentence that names the thing and, where there is one, the mend.
    var message: String { get }

    /// Describes a failure.
    init(_ code: Code, _ message: String, cause: (any Error)?)
}

extension StoreFailure {
    /// The message.
    package var description: String { message }
}

extension StoreFailure {
    /// Translates what a database access threw; an error of the store stays what it is.
    package init(translating error: any Error, doing action: String) {
        switch error {
        case let error as Self:
            self = error
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            self.init(.diskFull, "There is no space left for \(action); free some space and try again.", cause: error)
        case let error as DatabaseError:
            let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
            self.init(.unavailable, "\(Self.ownerName)'s database failed \(action): \(reason).", cause: error)
        default:
            self.init(.unavailable, "Something failed \(action).", cause: error)
        }
    }
}
