import FoundationEssentials
import HostStore
import TodayProtocol

/// Takes one notification after another through part of its life.
///
/// Number `n` is scheduled; every second one is delivered and answered as well, and every fourth is acknowledged together
/// with a badge of `n`. The number is acknowledged when the last of this is on disk.
struct NotificationWriter {
    let number: Int
    let store: PromiseStore

    private var app: AppID { AppID("com.writer\(number)") }

    @concurrent func run() async throws {
        var step = try await store.read { [app] in try Self.last(of: app, in: $0) }
        while true {
            step += 1
            try await perform(step)
            guard StoreCrashHelper.acknowledge(step, by: number) else { return }
        }
    }

    /// The greatest number that left a trace, whether or not it was acknowledged.
    private static func last(of app: AppID, in reader: PromiseReader) throws -> Int {
        let pending = try reader.pendingNotifications(of: app, soonest: 1000).map(\.request)
        let delivered = try reader.deliveredNotifications(of: app, after: nil, limit: 1000).map(\.request)
        let answered = try reader.pendingResponses().filter { $0.app == app }.map(\.response.notification.request)
        let numbers = (pending + delivered + answered).compactMap { Int($0.identifier) }
        return max(numbers.max() ?? 0, try reader.badge(of: app))
    }

    private func perform(_ step: Int) async throws {
        let identifier = String(step)
        let request = NotificationRequest(
            identifier: identifier,
            content: NotificationContent(title: .text("Number \(step)"))
        )
        let due = Date(timeIntervalSince1970: 1_800_000_000 + Double(step))
        try await store.commit(.notification(.schedule(ScheduledNotification(app: app, request: request, due: due))))
        guard step % 2 == 0 else { return }
        let kept = try await store.read { [app] in try $0.scheduled(app, identifier: identifier) }
        guard let kept else { throw StoreError(.notFound, "\(identifier) of \(app) is not scheduled.") }
        let order = DeliveryOrder(scheduled: kept, presentation: [.banner, .list], isLate: false, next: nil)
        let outcomes = try await store.commit(.notification(.deliver(order))).outcomes
        guard case .delivered(let record)? = outcomes.first else {
            throw StoreError(.notFound, "\(identifier) of \(app) is not delivered.")
        }
        let response = "\(app) \(step)"
        try await store.commit(.response(.respond(record.id, id: response, action: "act", text: "\(step)")))
        guard step % 4 == 0 else { return }
        try await store.commit(.notification(.setBadge(app, step)), .response(.acknowledge(response)))
    }
}
