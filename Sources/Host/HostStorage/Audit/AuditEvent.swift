import HostModel

extension AuditEvent {
    /// Adds the event to the audit log.
    func apply(in context: TransactionContext) throws -> OperationOutcome {
        try context.audit(self)
        return context.record(.audit)
    }
}
