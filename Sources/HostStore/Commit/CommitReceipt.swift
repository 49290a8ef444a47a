package import TodayProtocol

/// Says that a transaction is on disk.
package struct CommitReceipt: Hashable, Sendable {
    /// The commit's place in history; where nothing changed, that of the last commit before it.
    package let revision: Revision
    /// What each operation did, in their order.
    package let outcomes: [OperationOutcome]
}
