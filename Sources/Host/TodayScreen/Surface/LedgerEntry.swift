package import Foundation
import HostStorage
package import TodayProtocol

/// One update of one widget, for `today why`.
package struct LedgerEntry: Codable, Hashable, Sendable {
    /// The result of an update.
    package enum Outcome: String, Codable, Hashable, Sendable {
        /// The widget sent new content.
        case newData
        /// The widget had no new data; the snapshot stays.
        case noData
        /// The update failed; the snapshot stays.
        case failed
        /// A newer update superseded it.
        case superseded
    }

    /// Time at which the update started.
    package var date: Date
    package var reasons: [UpdateReason]
    package var outcome: Outcome
    /// Duration of the update, in milliseconds.
    package var milliseconds: Double
    /// Peak resident memory of the process so far, in bytes; `nil` if it could not be read.
    package var peakMemory: Int?
    /// The reason for a failure, as a sentence.
    package var message: String?
    /// The language of a ``message`` that the process wrote; `nil` if unknown or if the host wrote the message, in
    /// English.
    package var language: String?

    package init(
        date: Date,
        reasons: [UpdateReason],
        outcome: Outcome,
        milliseconds: Double,
        peakMemory: Int? = nil,
        message: String? = nil,
        language: String? = nil
    ) {
        self.date = date
        self.reasons = reasons
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
        self.language = language
    }
}

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
