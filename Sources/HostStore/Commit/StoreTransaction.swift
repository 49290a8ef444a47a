/// Operations that are applied together or not at all, in their order.
package struct StoreTransaction: Hashable, Sendable {
    /// What to change.
    package var operations: [StoreOperation]
    /// Who asks for it; the change feed passes it on.
    package var origin: ChangeOrigin

    /// Collects operations.
    package init(_ operations: [StoreOperation], origin: ChangeOrigin) {
        self.operations = operations
        self.origin = origin
    }
}
