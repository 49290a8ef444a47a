package import TodayProtocol

/// One transaction as the change feed tells it.
package struct Commit: Hashable, Sendable {
    /// The commit's place in history.
    package let revision: Revision
    /// Who asked for it.
    package let origin: ChangeOrigin
    /// What is different, in the order of the operations; never empty.
    package let changes: [StoreChange]
}
