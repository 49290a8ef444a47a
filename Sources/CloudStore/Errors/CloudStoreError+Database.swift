import GRDB

extension CloudStoreError {
    /// Translates what a database access threw; a ``CloudStoreError`` stays what it is.
    init(translating error: any Error, doing action: String) {
        switch error {
        case let error as CloudStoreError:
            self = error
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            self.init(.diskFull, "There is no space left for \(action); free some space and try again.", cause: error)
        case let error as DatabaseError:
            let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
            self.init(.unavailable, "The cloud's database failed \(action): \(reason).", cause: error)
        default:
            self.init(.unavailable, "Something failed \(action).", cause: error)
        }
    }
}
