import Foundation
import HostModel
import HostStorage
import TodayProtocol

extension LedgerEntry {
    /// Creates an entry from its database record.
    init(_ stored: LedgerRecord) {
        self.init(
            date: stored.date,
            reasons: stored.trigger.split(separator: " ").compactMap { UpdateReason(rawValue: String($0)) },
            outcome: Outcome(rawValue: stored.outcome) ?? .failed,
            milliseconds: Double(stored.milliseconds),
            peakMemory: stored.peakMemory,
            message: stored.message,
            language: stored.language
        )
    }

    /// Returns the database record of the entry.
    func stored(of widget: WidgetID) -> LedgerRecord {
        LedgerRecord(
            widget: widget,
            date: date,
            trigger: reasons.map(\.rawValue).joined(separator: " "),
            outcome: outcome.rawValue,
            milliseconds: Int(milliseconds.rounded()),
            peakMemory: peakMemory,
            message: message,
            language: language
        )
    }
}
