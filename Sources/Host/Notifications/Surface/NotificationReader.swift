import FoundationEssentials
package import HostClock
package import HostModel
package import HostStorage
package import Logging
package import TodayProtocol

/// Reads notifications for surfaces.
///
/// Only apps with alerts in force show notifications, and only apps with badges in force show a number.
package struct NotificationReader: Sendable {
    /// Some notifications and the summary, read from one state of the store.
    struct Excerpt: Sendable {
        var revision: Revision
        var shown: [DeliveredID: ShownNotification]
        var summary: NotificationSummary
    }

    private let store: DurableStore
    private let texts: any NotificationTexts
    private let clock: any WallClock
    private let logger: Logger

    /// Creates a reader; the logger receives read errors of event streams.
    package init(store: DurableStore, texts: any NotificationTexts, clock: any WallClock, logger: Logger) {
        self.store = store
        self.texts = texts
        self.clock = clock
        self.logger = logger
    }

    package func state(in language: String) async throws(StoreError) -> NotificationsState {
        let recent = clock.now - NotificationsState.heldBackDuration
        let (revision, records, heldBack, summaryRecords) = try await store.read { reader in
            let permissions = try Permissions(reader)
            let newest = try reader.newestDelivered(limit: NotificationsState.limit, of: permissions.alerting)
            let records = try Records(newest, reader, permissions)
            let heldBack = try Self.heldBack(since: recent, reader, permissions)
            return (reader.revision, records, heldBack, try SummaryRecords(reader, permissions))
        }
        var groups: [NotificationsState.Group] = []
        var places: [AppID: Int] = [:]
        for record in records.all {
            let shown = shown(record, of: records, in: language)
            if let place = places[record.app] {
                groups[place].notifications.append(shown)
            } else {
                places[record.app] = groups.count
                groups.append(.init(app: record.app, title: shown.appTitle, notifications: [shown]))
            }
        }
        let summary = summary(summaryRecords, in: language)
        return NotificationsState(
            revision: revision,
            groups: groups,
            older: max(0, summary.count - records.all.count),
            heldBack: heldBack.map { app, count, isKept in
                .init(app: app, title: texts.title(of: app, in: language), count: count, isKept: isKept)
            }.sorted { ($0.title.lowercased(), $0.app) < ($1.title.lowercased(), $1.app) },
            summary: summary
        )
    }

    package func summary(in language: String) async throws(StoreError) -> NotificationSummary {
        summary(try await store.read { try SummaryRecords($0, Permissions($0)) }, in: language)
    }

    /// Reads one notification; `nil` if there is none, or if it does not show.
    package func notification(_ id: DeliveredID, in language: String) async throws(StoreError) -> ShownNotification? {
        try await excerpt([id], in: language).shown[id]
    }

    /// Reads the pending requests of one app or of all that fall due first, soonest first, at most 1,000.
    package func pending(
        of app: AppID?,
        limit: Int,
        in language: String
    ) async throws(StoreError) -> [PendingNotification] {
        let scheduled = try await store.read { try $0.pendingNotifications(of: app, soonest: limit) }
        return scheduled.map { scheduled in
            PendingNotification(
                app: scheduled.app,
                appTitle: texts.title(of: scheduled.app, in: language),
                identifier: scheduled.request.identifier,
                title: texts.strings(of: scheduled.app, in: language).text(scheduled.request.content.title),
                due: scheduled.due,
                repeats: scheduled.request.trigger.repeats
            )
        }
    }

    /// Reads the settings of each app that requested authorization, and of built-in apps in use, sorted by name.
    package func settings(in language: String) async throws(StoreError) -> [AppNotificationDescription] {
        let all = try await store.read { reader in
            var all = try reader.notificationSettings().map(\.effective)
            for app in BuiltInApp.all where !all.contains(where: { $0.app == app }) {
                let isUsed = try reader.pendingCount(of: app) > 0 || reader.deliveredCounts()[app] != nil
                if isUsed { all.append(try reader.notificationSettings(of: app).effective) }
            }
            return all
        }
        return all.map { AppNotificationDescription(title: texts.title(of: $0.app, in: language), settings: $0) }
            .sorted { ($0.title.lowercased(), $0.settings.app) < ($1.title.lowercased(), $1.settings.app) }
    }

    /// Reads the apps whose notifications show.
    package func alertingApps() async throws(StoreError) -> Set<AppID> {
        try await store.read { try Permissions($0).alerting }
    }

    /// Reads some notifications and the summary from one state of the store.
    func excerpt(_ ids: [DeliveredID], in language: String) async throws(StoreError) -> Excerpt {
        let (revision, records, summaryRecords) = try await store.read { reader in
            let permissions = try Permissions(reader)
            let records = try ids.compactMap { try reader.delivered($0) }
                .filter { permissions.alerting.contains($0.app) }
            return (reader.revision, try Records(records, reader, permissions), try SummaryRecords(reader, permissions))
        }
        return Excerpt(
            revision: revision,
            shown: Dictionary(
                records.all.map { ($0.id, shown($0, of: records, in: language)) },
                uniquingKeysWith: { first, _ in first }
            ),
            summary: summary(summaryRecords, in: language)
        )
    }

    func logReadError(_ error: StoreError) {
        logger.error("Notifications cannot be read", metadata: ["error": "\(error)"])
    }
}

// MARK: - Records

extension NotificationReader {
    private struct Permissions {
        var settings: [AppID: AppNotificationSettings] = [:]
        /// The apps that requested authorization, in the order of their requests.
        var order: [AppID] = []

        init(_ reader: DurableReader) throws {
            for settings in try reader.notificationSettings() {
                self.settings[settings.app] = settings.effective
                order.append(settings.app)
            }
            for app in BuiltInApp.all where settings[app] == nil {
                settings[app] = try reader.notificationSettings(of: app).effective
            }
        }

        func apps(with option: NotificationAuthorizationOption) -> Set<AppID> {
            Set(settings.values.filter { $0.inForce.allowed.contains(option) }.map(\.app))
        }

        var alerting: Set<AppID> { apps(with: .alert) }
    }

    /// Notifications with the settings and categories of their apps.
    private struct Records: Sendable {
        var all: [DeliveredRecord]
        var settings: [AppID: NotificationSettings] = [:]
        var categories: [AppID: [String: NotificationCategory]] = [:]

        init(_ all: [DeliveredRecord], _ reader: DurableReader, _ permissions: Permissions) throws {
            self.all = all
            for app in Set(all.map(\.app)) {
                settings[app] = permissions.settings[app]?.inForce
                categories[app] = Dictionary(
                    try reader.categories(of: app).map { ($0.identifier, $0) },
                    uniquingKeysWith: { first, _ in first }
                )
            }
        }
    }

    private struct SummaryRecords: Sendable {
        var badges: [AppID: Int]
        var count: Int
        var questions: [AppNotificationSettings]
        var failures: [(record: ResponseRecord, action: NotificationAction?)]
        /// The newest alert that waits, if there is one.
        var alerts: Records
        var alertCount: Int

        init(_ reader: DurableReader, _ permissions: Permissions) throws {
            let numbered = permissions.apps(with: .badge)
            let alerting = permissions.alerting
            badges = try reader.badges().filter { numbered.contains($0.key) }
            count = try reader.deliveredCounts().filter { alerting.contains($0.key) }.values.reduce(0, +)
            questions = permissions.order.compactMap { permissions.settings[$0] }
                .filter { $0.authorization != .denied && !$0.unanswered.isEmpty }
            failures = try reader.failedResponses().map { record in
                let category = record.response.notification.request.content.categoryIdentifier
                let actions = try reader.categories(of: record.app).first { $0.identifier == category }?.offeredActions
                return (record, actions?.first { $0.identifier == record.response.actionIdentifier })
            }
            alerts = try Records([reader.newestAlert(of: alerting)].compactMap(\.self), reader, permissions)
            alertCount = try reader.alertCount(of: alerting)
        }
    }

    /// Returns the counts of the apps that may not notify: of kept notifications, or of those not shown since a date.
    private static func heldBack(
        since date: Date,
        _ reader: DurableReader,
        _ permissions: Permissions
    ) throws -> [(AppID, count: Int, isKept: Bool)] {
        let alerting = permissions.alerting
        let kept = try reader.deliveredCounts().filter { !alerting.contains($0.key) }
        let refused = try permissions.settings.keys.filter { !alerting.contains($0) && kept[$0] == nil }
            .map { ($0, count: try reader.refusedCount(of: $0, since: date), isKept: false) }
        return kept.map { ($0.key, count: $0.value, isKept: true) } + refused.filter { $0.count > 0 }
    }

    private func shown(_ record: DeliveredRecord, of records: Records, in language: String) -> ShownNotification {
        var shown = ShownNotification(
            record,
            category: record.request.content.categoryIdentifier.flatMap { records.categories[record.app]?[$0] },
            appTitle: texts.title(of: record.app, in: language),
            strings: texts.strings(of: record.app, in: language),
            settings: records.settings[record.app] ?? .notDetermined,
            opensApp: texts.hasPage(record.app)
        )
        // A push without a title has its app's name as its title, which is shown in the language of the surface.
        if texts.isTitle(shown.title, of: record.app) { shown.title = shown.appTitle }
        return shown
    }

    private func summary(_ summaryRecords: SummaryRecords, in language: String) -> NotificationSummary {
        NotificationSummary(
            badges: summaryRecords.badges,
            count: summaryRecords.count,
            questions: summaryRecords.questions.map { settings in
                NotificationSummary.Question(
                    app: settings.app,
                    title: texts.title(of: settings.app, in: language),
                    wanted: settings.unanswered,
                    allowed: settings.inForce.allowed
                )
            },
            failures: summaryRecords.failures.map { record, action in
                let strings = texts.strings(of: record.app, in: language)
                return NotificationSummary.Failure(
                    id: record.response.id,
                    app: record.app,
                    title: texts.title(of: record.app, in: language),
                    action: action.map { strings.text($0.title) } ?? Self.title(of: record.response),
                    reason: Self.reason(of: record)
                )
            },
            alert: summaryRecords.alerts.all.first.map { shown($0, of: summaryRecords.alerts, in: language) },
            alertCount: summaryRecords.alertCount
        )
    }

    /// Returns the title of an action that is in no category; a topic's message has its actions in its user info.
    private static func title(of response: NotificationResponse) -> String {
        guard case .dictionary(let actions)? = response.notification.request.content.userInfo?["actions"],
            case .dictionary(let action)? = actions[response.actionIdentifier],
            case .string(let label)? = action["label"]
        else { return response.actionIdentifier }
        return label
    }

    private static func reason(of record: ResponseRecord) -> LocalizableText {
        if case .failed(let reason) = record.state { reason } else { "" }
    }
}

package protocol NotificationTexts: Sendable {
    /// Returns an app's name; its identifier if it is not installed.
    func title(of app: AppID, in language: String) -> String

    /// Returns `true` if a text is an app's name in any language.
    func isTitle(_ text: String, of app: AppID) -> Bool

    /// Returns an app's strings for a language; called often and from any thread, so usually answered from memory.
    func strings(of app: AppID, in language: String) -> LocalizedStrings

    /// Returns `true` if an app has a page that its icon opens.
    func hasPage(_ app: AppID) -> Bool
}
