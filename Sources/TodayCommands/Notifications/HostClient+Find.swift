import Host
import HostAPI
import Notifications
import TodayProtocol

extension HostClient {
    /// Finds an app that may notify: an installed one, or one of the built-in apps *Scripts* and *Topics*.
    func findNotifyingApp(_ name: String) async throws(HostError) -> AppID {
        do throws(HostError) {
            return try await findApp(name)
        } catch {
            guard error.code == .notFound, let app = BuiltInApp.named(name) else { throw error }
            return app
        }
    }
}
