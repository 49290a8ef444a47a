import Foundation
import HostModel
import HostStorage
import Notifications
import Synchronization
import TodayProtocol

/// Records answers and dismissals of notifications.
///
/// The store accepts the first answer to a notification. The passcode is checked before anything is stored.
struct NotificationResponder: Sendable {
    private static let page = 500

    let store: DurableStore
    let registry: AppRegistry
    let lock: PasscodeLock
    let responses: ResponseTracker
    let reminder: QueueReminder
    let openings = BubbleOpenings()

    // MARK: - Answering

    func answer(_ answer: NotificationAnswer, on surface: SurfaceID, language: String) async throws -> AnswerOutcome {
        let found = try await store.read { try Self.find([answer.notification], $0).first }
        guard let (record, category) = found else { return .gone }
        let action = try chosen(answer, of: record, category)
        if action?.options.contains(.authenticationRequired) ?? false {
            if let passcode = answer.passcode {
                try await lock.unlock(with: passcode, on: surface)
            } else {
                try await lock.require(on: surface)
            }
        }
        let isForeground = action.map { $0.options.contains(.foreground) } ?? true
        let isAwaited = answer.waits || isForeground
        // Read before the app gets the response, since it also processes its queue then.
        let overduePage = isForeground ? nil : await reminder.page(of: record.app)
        let id = UUID().uuidString.lowercased()
        responses.expect(id, language: language, isAwaited: isAwaited)
        do {
            let respond = ResponseOperation.respond(
                record.id,
                id: id,
                action: answer.action,
                text: answer.text,
                on: surface.traced
            )
            let operations = [StoreOperation.response(respond)] + Self.clearingBadge(of: [record.app])
            let receipt = try await store.commit(StoreTransaction(operations, origin: .person))
            guard receipt.outcomes.first == .changed else {
                responses.forget(id)
                return .gone
            }
        } catch {
            responses.forget(id)
            throw error
        }
        guard isAwaited else { return overduePage.map { .open(url: $0) } ?? .done }
        switch await responses.outcome(of: id) {
        case .acknowledged(let open, let opening):
            let page = open ?? record.request.content.deepLink ?? registry.app(record.app)?.url
            guard isForeground else { return overduePage.map { .open(url: $0) } ?? .done }
            guard let page else { return .done }
            guard surface == .desktop else { return .open(url: page, opening: opening) }
            return .open(url: page, opening: openings.add(opening ?? .random(), page, by: record.app))
        case .failed(let reason): return .failed(reason: reason)
        case .postponed(let error): throw error
        case .stopping:
            throw HostError(.stateUnavailable, .stoppingTellsAppLater)
        }
    }

    /// Returns the chosen action after checking it; `nil` for opening the notification itself.
    private func chosen(
        _ answer: NotificationAnswer,
        of record: DeliveredRecord,
        _ category: NotificationCategory?
    ) throws(HostError) -> NotificationAction? {
        let isDefault = answer.action == NotificationAction.defaultIdentifier
        if record.request.content.asker == .gone, !isDefault || record.request.content.deepLink == nil {
            throw HostError(.nobodyWaits, .nobodyAwaitsAnswer)
        }
        let action = isDefault ? nil : record.action(answer.action, category: category)
        guard isDefault || action != nil else {
            let offered = record.offered(by: category)
            let names = Set((offered.default + offered.minimal).map(\.identifier)).sorted().joined(separator: ", ")
            throw HostError(
                .invalid,
                """
                The notification has no action "\(answer.action.prefix(64))". \
                \(names.isEmpty ? "It can only be opened or dismissed." : "It has: \(names).")
                """
            )
        }
        guard (answer.text != nil) == (action?.textInput != nil) else {
            throw HostError(
                .invalid,
                answer.text == nil ? .actionNeedsText(answer.action) : .actionTakesNoText(answer.action)
            )
        }
        guard (answer.text ?? "").utf8.count <= NotificationAnswer.textLimit else {
            throw HostError(.invalid, .textTooLong(NotificationAnswer.textLimit))
        }
        return action
    }

    // MARK: - Dismissing

    /// Dismisses notifications; apps whose category asks for it are notified.
    func dismiss(_ notifications: [DeliveredID]) async throws {
        for begin in stride(from: 0, to: notifications.count, by: Self.page) {
            let page = Array(notifications[begin..<min(begin + Self.page, notifications.count)])
            let found = try await store.read { try Self.find(page, $0) }
            let operations = found.map { record, category in
                let isTold = category?.options?.contains(.customDismissAction) ?? false
                guard isTold || record.app == ScriptsApp.id else {
                    return StoreOperation.response(.dismiss(record.id))
                }
                let id = UUID().uuidString.lowercased()
                let action = NotificationAction.dismissIdentifier
                return .response(.respond(record.id, id: id, action: action, text: nil))
            }
            guard !operations.isEmpty else { continue }
            let apps = Set(found.map(\.0.app))
            try await store.commit(StoreTransaction(operations + Self.clearingBadge(of: apps), origin: .person))
        }
    }

    /// Returns the operations that clear the badge of *Scripts*, which has no process, with its last notification.
    private static func clearingBadge(of apps: Set<AppID>) -> [StoreOperation] {
        apps.contains(ScriptsApp.id) ? [.notification(.clearBadgeIfNothingIsListed(ScriptsApp.id))] : []
    }

    func dismissAll(of apps: Set<AppID>) async throws {
        while true {
            let ids = try await store.read { try $0.newestDelivered(limit: Self.page, of: apps).map(\.id) }
            guard !ids.isEmpty else { return }
            try await dismiss(ids)
        }
    }

    private static func find(
        _ ids: [DeliveredID],
        _ reader: DurableReader
    ) throws -> [(DeliveredRecord, NotificationCategory?)] {
        var categories: [AppID: [NotificationCategory]] = [:]
        return try ids.compactMap { id in
            guard let record = try reader.delivered(id) else { return nil }
            if categories[record.app] == nil { categories[record.app] = try reader.categories(of: record.app) }
            let name = record.request.content.categoryIdentifier
            return (record, categories[record.app]?.first { $0.identifier == name })
        }
    }
}

/// The apps on whose notifications the person acted on the desktop, by the ids of the openings that follow.
///
/// The desktop opens an address in a browser, which cannot tell where it comes from: any site could name any app. An id
/// is random and goes only to the desktop and to the app's own process, so no site can name one.
final class BubbleOpenings: Sendable {
    static let limit = 64

    private struct Opening {
        var id: OpeningID
        var url: String
        var app: AppID
    }

    private let openings = Mutex<[Opening]>([])

    func add(_ id: OpeningID, _ url: String, by app: AppID) -> OpeningID {
        openings.withLock { openings in
            openings.append(Opening(id: id, url: url, app: app))
            if openings.count > Self.limit { openings.removeFirst() }
        }
        return id
    }

    /// Removes an opening and returns the app that asked for it; only its own address removes it.
    func remove(_ id: OpeningID, _ url: String) -> AppID? {
        openings.withLock { openings in
            guard let index = openings.firstIndex(where: { $0.id == id && $0.url == url }) else { return nil }
            return openings.remove(at: index).app
        }
    }
}

extension OpeningID {
    /// Returns an id that nobody can guess, unique across processes and runs of the host.
    static func random() -> OpeningID { OpeningID(String(UInt64.random(in: .min ... .max), radix: 36)) }
}
