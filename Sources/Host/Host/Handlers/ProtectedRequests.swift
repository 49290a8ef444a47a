import HostModel
import Notifications
import ProcessHost

extension RequireUnlockedRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.components.notifications.lock.requireIfSet(on: surface)
    }
}
