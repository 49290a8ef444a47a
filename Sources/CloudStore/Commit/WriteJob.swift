/// A write that waits for the writer.
struct WriteJob: Sendable {
    /// Writes; what it returns hands the result over once everything is on disk.
    var perform: @Sendable (WriteContext) throws -> @Sendable () -> Void
    /// Is told why the write failed.
    var fail: @Sendable (CloudStoreError) -> Void
}
