package import Foundation
import HostStorage
package import TodayProtocol

/// One update of one widget, for `today why`.
package struct LedgerEntry: Codable, Hashable, Sendable {
    /// How an update ended.
    package enum Outcome: String, Codable, Hashable, Sendable {
        /// With new content.
        case newData
        /// Without new data; the snapshot stays.
        case noData
        /// Not; the snapshot stays.
        case failed
        /// With content that a later one had overtaken.
        case superseded
    }

    /// When it began.
    package var date: Date
    /// Why it was made.
    package var reasons: [UpdateReason]
    /// How it ended.
    package var outcome: Outcome
    /// How long it took.
    package var milliseconds: Double
    /// The process's greatest resident memory so far, in bytes; none if it could not be read.
    package var peakMemory: Int?
    /// What went wrong, as a sentence.
    package var message: String?

    /// Makes an entry.
    package init(
        date: Date,
        reasons: [UpdateReason],
        outcome: Outcome,
        milliseconds: Double,
        peakMemory: Int? = nil,
        message: String? = nil
    ) {
        self.date = date
        self.reasons = reasons
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
    }
}

extension LedgerEntry {
    /// Reads an entry as the store keeps it.
    init(_ stored: LedgerRecord) {
        self.init(
            date: stored.date,
            reasons: stored.trigger.split(separator: " ").compactMap { UpdateReason(rawValue: String($0)) },
            outcome: Outcome(rawValue: stored.outcome) ?? .failed,
            milliseconds: Double(stored.milliseconds),
            peakMemory: stored.peakMemory,
            message: stored.message
        )
    }

    /// The entry as the store keeps it.
    func stored(of widget: WidgetID) -> LedgerRecord {
        LedgerRecord(
            widget: widget,
            date: date,
            trigger: reasons.map(\.rawValue).joined(separator: " "),
            outcome: outcome.rawValue,
            milliseconds: Int(milliseconds.rounded()),
            peakMemory: peakMemory,
            message: message
        )
    }
}
