import Host
import HostAPI
import Notifications
import TodayProtocol

extension HostClient {
    /// Finds an app that may notify: an installed one, or the built-in app *Scripts*.
    func findNotifyingApp(_ name: String) async throws(HostError) -> AppID {
        do throws(HostError) {
            return try await findApp(name)
        } catch {
            let names = [ScriptsApp.title, ScriptsApp.id.rawValue].map { $0.lowercased() }
            guard error.code == .notFound, names.contains(name.lowercased()) else { throw error }
            return ScriptsApp.id
        }
    }
}
