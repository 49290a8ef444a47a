package import HostStorage
package import Logging
package import TodayProtocol

/// Reads notifications as surfaces show them.
///
/// Only apps whose alerts are in force show notifications, and only those whose badges are, a number.
package struct NotificationReader: Sendable {
    /// Some notifications and what goes beside the list, read at one moment.
    struct Part: Sendable {
        var revision: Revision
        /// Those that are there and show.
        var shown: [DeliveredID: ShownNotification]
        var summary: NotificationSummary
    }

    private let store: DurableStore
    private let texts: any NotificationTexts
    private let logger: Logger

    /// Makes a reader over the store.
    ///
    /// - Parameters:
    ///   - store: Keeps the notifications.
    ///   - texts: Knows names and strings of apps.
    ///   - logger: Receives what cannot be read for a stream of events.
    package init(store: DurableStore, texts: any NotificationTexts, logger: Logger) {
        self.store = store
        self.texts = texts
        self.logger = logger
    }

    /// Everything that a surface shows.
    ///
    /// - Parameter language: The surface's language.
    /// - Returns: The newest notifications, by app.
    /// - Throws: ``HostStorage/StoreError`` if they cannot be read.
    package func state(in language: String) async throws(StoreError) -> NotificationsState {
        let (revision, records, side) = try await store.read { reader in
            let permissions = try Permissions(reader)
            let records = try reader.newestDelivered(limit: NotificationsState.limit, of: permissions.alerting)
            return (reader.revision, try Records(records, reader, permissions), try Side(reader, permissions))
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
        let summary = summary(side, in: language)
        return NotificationsState(
            revision: revision,
            groups: groups,
            older: max(0, summary.count - records.all.count),
            summary: summary
        )
    }

    /// What goes beside the list.
    ///
    /// - Parameter language: The surface's language.
    /// - Returns: Badges, count, questions and failures.
    /// - Throws: ``HostStorage/StoreError`` if they cannot be read.
    package func summary(in language: String) async throws(StoreError) -> NotificationSummary {
        summary(try await store.read { try Side($0, Permissions($0)) }, in: language)
    }

    /// One notification.
    ///
    /// - Parameters:
    ///   - id: Its number.
    ///   - language: The surface's language.
    /// - Returns: The notification; none if it is gone or does not show.
    /// - Throws: ``HostStorage/StoreError`` if it cannot be read.
    package func notification(
        _ id: DeliveredID,
        in language: String
    ) async throws(StoreError) -> ShownNotification? {
        try await part([id], in: language).shown[id]
    }

    /// The requests that fall due first.
    ///
    /// - Parameters:
    ///   - app: Whose; none for all.
    ///   - limit: How many at most, up to 1,000.
    ///   - language: The viewer's language.
    /// - Returns: The requests, soonest first.
    /// - Throws: ``HostStorage/StoreError`` if they cannot be read.
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

    /// What the person allows each app that asked, and the built-in ones if they have something to show.
    ///
    /// - Parameter language: The viewer's language.
    /// - Returns: The apps, by name.
    /// - Throws: ``HostStorage/StoreError`` if they cannot be read.
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

    /// The apps whose notifications show.
    ///
    /// - Throws: ``HostStorage/StoreError`` if the settings cannot be read.
    package func alertingApps() async throws(StoreError) -> Set<AppID> {
        try await store.read { try Permissions($0).alerting }
    }

    /// Some notifications, and what goes beside the list, read at one moment.
    func part(_ ids: [DeliveredID], in language: String) async throws(StoreError) -> Part {
        let (revision, records, side) = try await store.read { reader in
            let permissions = try Permissions(reader)
            let records = try ids.compactMap { try reader.delivered($0) }
                .filter { permissions.alerting.contains($0.app) }
            return (reader.revision, try Records(records, reader, permissions), try Side(reader, permissions))
        }
        return Part(
            revision: revision,
            shown: Dictionary(
                records.all.map { ($0.id, shown($0, of: records, in: language)) },
                uniquingKeysWith: { first, _ in first }
            ),
            summary: summary(side, in: language)
        )
    }

    func complain(_ error: StoreError) {
        logger.error("Notifications cannot be read", metadata: ["error": "\(error)"])
    }
}

// MARK: - What is read

extension NotificationReader {
    /// What the person allows every app.
    private struct Permissions {
        var settings: [AppID: AppNotificationSettings] = [:]
        /// Every app that asked, in the order in which they did.
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

        /// The apps whose notifications show.
        var alerting: Set<AppID> { apps(with: .alert) }
    }

    /// Notifications with what their apps add to them.
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

    /// What goes beside the list.
    private struct Side: Sendable {
        var badges: [AppID: Int]
        var count: Int
        var questions: [AppNotificationSettings]
        var failures: [(record: ResponseRecord, action: NotificationAction?)]

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
        }
    }

    private func shown(_ record: DeliveredRecord, of records: Records, in language: String) -> ShownNotification {
        ShownNotification(
            record,
            category: record.request.content.categoryIdentifier.flatMap { records.categories[record.app]?[$0] },
            appTitle: texts.title(of: record.app, in: language),
            strings: texts.strings(of: record.app, in: language),
            settings: records.settings[record.app] ?? .notDetermined
        )
    }

    private func summary(_ side: Side, in language: String) -> NotificationSummary {
        NotificationSummary(
            badges: side.badges,
            count: side.count,
            questions: side.questions.map { settings in
                NotificationSummary.Question(
                    app: settings.app,
                    title: texts.title(of: settings.app, in: language),
                    wanted: settings.unanswered,
                    allowed: settings.inForce.allowed
                )
            },
            failures: side.failures.map { record, action in
                let strings = texts.strings(of: record.app, in: language)
                return NotificationSummary.Failure(
                    id: record.response.id,
                    app: record.app,
                    title: texts.title(of: record.app, in: language),
                    action: action.map { strings.text($0.title) } ?? record.response.actionIdentifier,
                    reason: Self.reason(of: record)
                )
            }
        )
    }

    private static func reason(of record: ResponseRecord) -> String {
        if case .failed(let reason) = record.state { reason } else { "" }
    }
}
