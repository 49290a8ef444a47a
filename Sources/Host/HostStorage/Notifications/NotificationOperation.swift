package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// Changes what is scheduled and delivered, and what goes with it.
///
/// The requests and categories have been checked by whoever makes the operation; limits of numbers are kept here. An app
/// need not be installed: the host's own are not.
package enum NotificationOperation: Hashable, Sendable {
    /// How many requests of one app can be pending.
    package static let pendingLimit = 200_000
    /// How many bytes of JSON one app's pending requests may have together.
    package static let pendingBytes = 128 * 1024 * 1024
    /// How many delivered notifications of one app are kept; the oldest give way.
    package static let deliveredLimit = 1000
    /// The greatest badge.
    package static let badgeLimit = 999_999
    /// The times at which something can fall due: the years 1 to 9999.
    package static let dueTimes =
        Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

    /// Schedules a request, in place of a pending one of the same app and identifier.
    ///
    /// It gets a generation greater than any before it. Refused with code `limitExceeded` over ``pendingLimit`` or
    /// ``pendingBytes``, with `invalid` if it does not fall due in ``dueTimes``.
    case schedule(ScheduledNotification)
    /// Gives a pending request another due time; `unchanged` if it was replaced or removed since it was read.
    case reschedule(AppID, identifier: String, generation: Int64, due: Date)
    /// Delivers a request that fell due; `unchanged` if it was delivered, rescheduled, replaced or removed since it was
    /// read.
    ///
    /// In one commit the pending request gets its next due time or goes, the badge is set, and the delivered notification
    /// of the same app and identifier gets the new content, keeping its number. Without banner and list
    /// there is none, and an older one is withdrawn. What ends in a delivered notification answers `delivered`.
    case deliver(NotificationDelivery)
    /// Takes back pending requests; all of the app if there are no identifiers. Those that are not there are passed over.
    case removePending(AppID, identifiers: [String]?)
    /// Takes back delivered notifications; all of the app if there are no identifiers. Those that are not there are passed
    /// over.
    case removeDelivered(AppID, identifiers: [String]?)
    /// Sets an app's categories in place of all earlier ones.
    case setCategories(AppID, [NotificationCategory])
    /// Sets an app's badge; 0 clears it. Refused with code `invalid` unless it is 0 to ``badgeLimit``.
    ///
    /// While the app's inbox has messages its badge is the number of unread ones: then this changes nothing, and neither does
    /// the badge of a notification that is delivered.
    case setBadge(AppID, Int)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .schedule(let scheduled):
            try PendingTable.schedule(scheduled, in: context)
        case .reschedule(let app, let identifier, let generation, let due):
            try PendingTable.reschedule(identifier, of: app, generation: generation, due: due, in: context)
        case .deliver(let order):
            try NotificationOperation.deliver(order, in: context)
        case .removePending(let app, let identifiers?):
            try PendingTable.remove(identifiers, of: app, in: context)
        case .removePending(let app, nil):
            try PendingTable.removeAll(of: app, in: context)
        case .removeDelivered(let app, let identifiers?):
            try DeliveredTable.withdraw(identifiers, of: app, in: context)
        case .removeDelivered(let app, nil):
            try DeliveredTable.withdrawAll(of: app, in: context)
        case .setCategories(let app, let categories):
            try NotificationOperation.set(categories, of: app, in: context)
        case .setBadge(let app, let number):
            try NotificationOperation.setBadge(number, of: app, in: context)
        }
    }

    private static func deliver(_ order: NotificationDelivery, in context: TransactionContext) throws
        -> OperationOutcome
    {
        let scheduled = order.scheduled
        let app = scheduled.app
        guard try PendingTable.advance(scheduled, to: order.next, in: context) else { return .unchanged }
        if order.presentation.contains(.badge), let badge = scheduled.request.content.badge {
            _ = try setBadge(badge, of: app, in: context)
        }
        guard order.presentation.contains(.banner) || order.presentation.contains(.list) else {
            _ = try DeliveredTable.withdraw([scheduled.request.identifier], of: app, in: context)
            return .changed
        }
        return .delivered(try DeliveredTable.put(order, in: context))
    }

    private static func set(
        _ categories: [NotificationCategory],
        of app: AppID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count: Int
        if categories.isEmpty {
            count = try context.run("DELETE FROM notificationCategories WHERE appID = ?", [app.rawValue])
        } else {
            count = try context.run(
                """
                INSERT INTO notificationCategories (appID, categories) VALUES (?, ?)
                ON CONFLICT (appID) DO UPDATE SET categories = excluded.categories
                WHERE categories <> excluded.categories
                """,
                [app.rawValue, try StoredJSON.text(categories, of: "A category of \(app)")]
            )
        }
        return count > 0 ? context.note(.categories(app)) : .unchanged
    }

    private static func setBadge(
        _ number: Int,
        of app: AppID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard (0...badgeLimit).contains(number) else {
            throw StoreError(.invalid, "\(number) is no badge for \(app); a badge is 0 to \(badgeLimit).")
        }
        guard try !InboxTable.ownsBadge(of: app, in: context) else { return .unchanged }
        return try BadgeTable.set(number, of: app, in: context)
    }
}

extension NotificationOperation {
    /// Removes everything that an app has of notifications and messages, and what the person decided about them.
    static func forget(_ app: AppID, in context: TransactionContext) throws {
        try LinkTable.removeChannel(of: app, in: context)
        try PushTable.forget(app, in: context)
        _ = try PendingTable.removeAll(of: app, in: context)
        _ = try DeliveredTable.withdrawAll(of: app, in: context)
        _ = try NotificationOperation.setCategories(app, []).apply(in: context)
        _ = try NotificationOperation.setBadge(app, 0).apply(in: context)
        try ResponseTable.removeAll(of: app, in: context)
        try context.run("DELETE FROM notificationUsage WHERE appID = ?", [app.rawValue])
        if try context.run("DELETE FROM notificationSettings WHERE appID = ?", [app.rawValue]) > 0 {
            _ = context.note(.authorization(app))
        }
    }
}
