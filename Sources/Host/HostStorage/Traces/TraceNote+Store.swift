import FoundationEssentials
import HostModel
import TodayProtocol

extension TraceNote {
    func apply(in context: TransactionContext) throws -> OperationOutcome {
        try TraceTable.addOnce(hop, to: notification, in: context)
        return .unchanged
    }
}
