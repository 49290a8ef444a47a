import GRDB

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
            self.init(.unavailable, "\(Self.keeper)'s database failed \(action): \(reason).", cause: error)
        default:
            self.init(.unavailable, "Something failed \(action).", cause: error)
        }
    }
}
