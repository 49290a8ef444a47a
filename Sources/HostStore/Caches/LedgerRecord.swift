package import FoundationEssentials
package import TodayProtocol

/// How one update of a widget went.
package struct LedgerRecord: Hashable, Sendable {
    /// The widget.
    package var widget: WidgetID
    /// When the update ended, to the millisecond.
    package var date: Date
    /// What set it off.
    package var trigger: String
    /// How it ended.
    package var outcome: String
    /// How long it took, in milliseconds.
    package var milliseconds: Int
    /// The process's peak resident memory in bytes, if it was measured.
    package var peakMemory: Int?
    /// What there is to say about it, for instance why it failed.
    package var message: String?

    /// Describes an update.
    package init(
        widget: WidgetID,
        date: Date,
        trigger: String,
        outcome: String,
        milliseconds: Int,
        peakMemory: Int? = nil,
        message: String? = nil
    ) {
        self.widget = widget
        self.date = date
        self.trigger = trigger
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
    }
}
