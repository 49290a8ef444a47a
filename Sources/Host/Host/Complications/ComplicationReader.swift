import HostModel
import HostStorage
import TodayProtocol
import TodayScreen

struct ComplicationReader: Sendable {
    let store: DurableStore
    let registry: AppRegistry

    /// Reads the complications of the installed apps, sorted by the names of their apps.
    func state(in language: String) async throws(StoreError) -> ComplicationsState {
        let (revision, records) = try await store.read { ($0.revision, try $0.complications()) }
        let all = records.compactMap { shown($0.complication, of: $0.app, in: language) }
        return ComplicationsState(
            revision: revision,
            complications: all.sorted { ($0.title.lowercased(), $0.app) < ($1.title.lowercased(), $1.app) }
        )
    }

    /// Adds the app's name and address to its complication; `nil` if the app is not installed or cannot be read.
    func shown(_ complication: Complication, of app: AppID, in language: String) -> ShownComplication? {
        guard let app = registry.app(app) else { return nil }
        return ShownComplication(
            app: app.id,
            title: app.title.text(in: language),
            url: app.url,
            complication: complication
        )
    }
}
