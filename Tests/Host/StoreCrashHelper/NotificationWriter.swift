import FoundationEssentials
import HostStorage
import TodayProtocol

/// Takes one notification after another through part of its life.
///
/// Number `n` is scheduled; every second one is delivered and answered as well, and every fourth is acknowledged together
/// with a badge of `n`. The number is acknowledged when the last of this is on disk.
struct NotificationWriter {
    let number: Int
    let store: DurableStore

    private var app: AppID { AppID("com.writer\(number)") }

    @concurrent func run() async throws {
        // The last one may have been interrupted.
        var step = max(1, try await store.read { [app] in try Self.last(of: app, in: $0) })
        while true {
            try await perform(step)
            guard CrashHelper.acknowledge(step, by: number) else { return }
            step += 1
        }
    }

    /// The greatest number that left a trace, whether or not it was acknowledged.
    private static func last(of app: AppID, in reader: DurableReader) throws -> Int {
        let pending = try reader.pendingNotifications(of: app, soonest: 1000).map(\.request)
        let delivered = try reader.deliveredNotifications(of: app, after: nil, limit: 1000).map(\.request)
        let answered = try reader.pendingResponses().filter { $0.app == app }.map(\.response.notification.request)
        let numbers = (pending + delivered + answered).compactMap { Int($0.identifier) }
        return max(numbers.max() ?? 0, try reader.badge(of: app))
    }

    /// Does what is not done yet of a number.
    private func perform(_ step: Int) async throws {
        let identifier = String(step)
        let response = "\(app) \(step)"
        var (scheduled, delivered, answered) = try await store.read { [app] reader in
            (
                try reader.scheduled(app, identifier: identifier),
                try reader.delivered(of: app, identifier: identifier),
                try reader.response(response)
            )
        }
        if scheduled == nil, delivered == nil, answered == nil { scheduled = try await schedule(step) }
        guard step % 2 == 0 else { return }
        if let scheduled { delivered = try await deliver(scheduled) }
        if let delivered {
            let respond = ResponseOperation.respond(delivered.id, id: response, action: "act", text: identifier)
            try await store.commit(.response(respond))
            answered = try await store.read { try $0.response(response) }
        }
        guard step % 4 == 0, answered?.state == .pending else { return }
        try await store.commit(.notification(.setBadge(app, step)), .response(.acknowledge(response)))
    }

    private func schedule(_ step: Int) async throws -> ScheduledNotification? {
        let scheduled = ScheduledNotification(
            app: app,
            request: NotificationRequest(
                identifier: String(step),
                content: NotificationContent(title: .text("Number \(step)"))
            ),
            due: Date(timeIntervalSince1970: 1_800_000_000 + Double(step))
        )
        try await store.commit(.notification(.schedule(scheduled)))
        return try await store.read { [app] in try $0.scheduled(app, identifier: String(step)) }
    }

    private func deliver(_ scheduled: ScheduledNotification) async throws -> DeliveredRecord? {
        let order = NotificationDelivery(
            scheduled: scheduled,
            presentation: [.banner, .list],
            isLate: false,
            next: nil
        )
        try await store.commit(.notification(.deliver(order)))
        return try await store.read { [app] in try $0.delivered(of: app, identifier: scheduled.request.identifier) }
    }
}
