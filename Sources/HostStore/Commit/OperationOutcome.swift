package import TodayProtocol

/// What an operation did.
package enum OperationOutcome: Hashable, Sendable {
    /// It changed something.
    case changed
    /// Everything was as asked already.
    case unchanged
    /// It recorded this tap; one of the same id was not there before.
    case recorded(TapRecord)
    /// It removed an app; nobody owns these groups any more, and no data may stay behind them.
    case removed(groups: [GroupID])
    /// The tap was there before; this is how it stands.
    case known(TapRecord)
    /// It delivered this notification.
    case delivered(DeliveredRecord)
    /// It recorded this response.
    case responded(ResponseRecord)
}
