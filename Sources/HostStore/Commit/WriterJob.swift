/// An operation that waits for the writer.
enum WriterJob: Sendable {
    /// Applies a transaction and says how it went.
    case write(StoreTransaction, @Sendable (Result<CommitReceipt, StoreError>) -> Void)
    /// Reads; what the closure returns hands the answer over once everything read is on disk.
    case read(@Sendable (Result<PromiseReader, StoreError>) -> @Sendable () -> Void)

    /// Whether the job needs a commit.
    var writes: Bool {
        if case .write(let transaction, _) = self { transaction.writes } else { false }
    }
}
