package import FoundationEssentials
import GRDB
import HostModel
package import TodayProtocol

/// Changes pending and delivered notifications, categories and badges.
///
/// The caller has checked requests and categories; the store limits their numbers. The app need not be installed,
/// because built-in apps are not.
package enum NotificationOperation: Hashable, Sendable {
    /// The largest number of pending requests of one app.
    package static let pendingLimit = 200_000
    /// The largest total size of one app's pending requests, in bytes of JSON.
    package static let pendingBytes = 64 << 20
    /// Half of the interval around a due time in which requests are counted, in seconds.
    package static let minute = 30.0
    /// The largest number of delivered notifications of one app; the oldest beyond it are removed.
    package static let deliveredLimit = 1000
    package static let badgeLimit = 999_999
    /// The range of due times: the years 1 to 9999.
    package static let dueTimes =
        Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

    /// Schedules a request in place of a pending one with the same identifier.
    ///
    /// It gets a generation greater than all earlier ones. Refused with code `limitExceeded` beyond ``pendingLimit`` or
    /// ``pendingBytes``, or if `perMinute` requests of the app are already due within ``minute`` of it, and with
    /// `invalid` for a due time outside ``dueTimes``.
    case schedule(ScheduledNotification, perMinute: Int = .max)
    /// Changes the due time of a pending request; `unchanged` if it was replaced or removed since it was read.
    case reschedule(AppID, identifier: String, generation: Int64, due: Date)
    /// Delivers a due request; `unchanged` if it was delivered, rescheduled, replaced or removed since it was read.
    ///
    /// In one commit, the pending request gets its next due time or is removed, the badge is set, and the delivered
    /// notification with the same identifier is replaced, keeping its id. Without banner and list no notification is
    /// stored, and an older one is withdrawn.
    case deliver(NotificationDelivery)
    /// Removes pending requests by identifier, or all of the app if `nil`; missing ones are skipped.
    case removePending(AppID, identifiers: [String]?)
    /// Withdraws delivered notifications by identifier, or all of the app if `nil`; missing ones are skipped.
    case removeDelivered(AppID, identifiers: [String]?)
    case setCategories(AppID, [NotificationCategory])
    /// Sets an app's badge; 0 clears it; refused with code `invalid` outside 0 to ``badgeLimit``.
    ///
    /// It has no effect while the app's inbox has messages, because the badge is then the number of unread ones; the
    /// same is true of the badge of a delivered notification.
    case setBadge(AppID, Int)
    /// Clears an app's badge unless the app has a listed notification; `unchanged` if it has one.
    case clearBadgeIfNothingIsListed(AppID)
    /// Records that a script that waited for the answer to a notification has ended; `unchanged` if none waited.
    ///
    /// A delivered notification then has no actions; a pending one is removed. If `question` is given, only those with
    /// this ``TodayProtocol/NotificationContent/question`` are meant, and not one that has replaced it.
    case endWait(AppID, identifier: String, question: String? = nil)
}

extension TransactionContext {
    func apply(_ operation: NotificationOperation) throws -> OperationOutcome {
        switch operation {
        case .schedule(let scheduled, let perMinute): try schedule(scheduled, perMinute: perMinute)
        case .reschedule(let app, let identifier, let generation, let due):
            try reschedule(identifier, of: app, generation: generation, due: due)
        case .deliver(let delivery): try deliver(delivery)
        case .removePending(let app, let identifiers?): try removePending(identifiers, of: app)
        case .removePending(let app, nil): try removeAllPending(of: app)
        case .removeDelivered(let app, let identifiers?): try withdraw(identifiers, of: app)
        case .removeDelivered(let app, nil): try withdrawAll(of: app)
        case .setCategories(let app, let categories): try setCategories(categories, of: app)
        case .setBadge(let app, let number): try setBadge(number, of: app)
        case .clearBadgeIfNothingIsListed(let app):
            try reader.notificationUsage(of: app).listed > 0
                ? .unchanged : setBadge(0, of: app)
        case .endWait(let app, let identifier, let question): try endWait(for: identifier, question, of: app)
        }
    }

    private func endWait(for identifier: String, _ question: String?, of app: AppID) throws -> OperationOutcome {
        func isMeant(_ content: NotificationContent) -> Bool {
            content.asker == .waiting && (question == nil || content.question == question)
        }
        var outcome = OperationOutcome.unchanged
        if let scheduled = try reader.scheduled(app, identifier: identifier),
            isMeant(scheduled.request.content)
        {
            outcome = try removePending([identifier], of: app)
        }
        guard var record = try reader.delivered(of: app, identifier: identifier),
            isMeant(record.request.content)
        else { return outcome }
        record.request.content.asker = .gone
        try rewriteDelivered(record)
        return .changed
    }

    private func deliver(_ delivery: NotificationDelivery) throws -> OperationOutcome {
        let scheduled = delivery.scheduled
        let app = scheduled.app
        guard try advance(scheduled, to: delivery.next) else { return .unchanged }
        if delivery.presentation.contains(.badge), let badge = scheduled.request.content.badge {
            _ = try setBadge(badge, of: app)
        }
        guard delivery.presentation.contains(.banner) || delivery.presentation.contains(.list) else {
            let subject = TraceTable.Subject(scheduled.request, of: app)
            try trace(.withheld(delivery.withheld ?? .notAllowed), to: subject)
            _ = try withdraw([scheduled.request.identifier], of: app)
            return .changed
        }
        try putDelivered(delivery)
        return .changed
    }

    private func setCategories(_ categories: [NotificationCategory], of app: AppID) throws -> OperationOutcome {
        if categories.isEmpty {
            return try run("DELETE FROM notificationCategories WHERE appID = ?", [app], recording: .categories(app))
        }
        return try run(
            """
            INSERT INTO notificationCategories (appID, categories) VALUES (?, ?)
            ON CONFLICT (appID) DO UPDATE SET categories = excluded.categories
            WHERE categories <> excluded.categories
            """,
            [app, try StoredJSON.text(categories, of: "A category of \(app)")],
            recording: .categories(app)
        )
    }

    private func setBadge(_ number: Int, of app: AppID) throws -> OperationOutcome {
        guard (0...NotificationOperation.badgeLimit).contains(number) else {
            throw StoreError(
                .invalid,
                "\(number) is no badge for \(app); a badge is 0 to \(NotificationOperation.badgeLimit)."
            )
        }
        // The messages of an inbox determine the badge.
        if try exists("SELECT 1 FROM inbox WHERE appID = ? AND messages > 0", [app]) { return .unchanged }
        return try storeBadge(number, of: app)
    }
}

extension TransactionContext {
    func forgetNotifications(_ app: AppID) throws {
        try removeChannel(of: app)
        try run("DELETE FROM answeredPush WHERE appID = ?", [app])
        try run("DELETE FROM pendingPush WHERE appID = ?", [app], recording: .pushes(app))
        _ = try removeAllPending(of: app)
        _ = try withdrawAll(of: app)
        _ = try setCategories([], of: app)
        _ = try setBadge(0, of: app)
        try run("DELETE FROM notificationResponse WHERE appID = ?", [app], recording: .responses(app))
        try removeActions(of: app)
        try run("DELETE FROM trace WHERE appID = ?", [app])
        try run("DELETE FROM notificationUsage WHERE appID = ?", [app])
        try run("DELETE FROM notificationSettings WHERE appID = ?", [app], recording: .authorization(app))
    }
}
