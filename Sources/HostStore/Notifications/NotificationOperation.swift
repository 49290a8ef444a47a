package import FoundationEssentials
package import TodayProtocol

/// Changes what is scheduled and delivered, and what goes with it.
///
/// The requests, categories and settings have been checked by whoever makes the operation; limits of numbers are kept here.
package enum NotificationOperation: Hashable, Sendable {
    /// Schedules a request, in place of a pending one of the same app and identifier.
    case schedule(ScheduledNotification)
    /// Gives a pending request another due time, unless it was replaced since it was read.
    case reschedule(AppID, identifier: String, generation: Int64, due: Date)
    /// Delivers a request that fell due, unless it was replaced or removed since it was read.
    case deliver(DeliveryOrder)
    /// Takes back pending requests; all of the app if there are no identifiers.
    case removePending(AppID, identifiers: [String]?)
    /// Takes back delivered notifications; all of the app if there are no identifiers.
    case removeDelivered(AppID, identifiers: [String]?)
    /// Sets an app's categories.
    case setCategories(AppID, [NotificationCategory])
    /// Sets an app's badge.
    case setBadge(AppID, Int)
}
