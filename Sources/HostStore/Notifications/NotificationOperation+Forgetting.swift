import GRDB
import StoreSupport
import TodayProtocol

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
