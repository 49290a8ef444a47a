import Notifications
import ProcessHost
import Synchronization
import TodayProtocol
import TodayScreen

/// The names and texts of installed apps, read when they are first needed.
final class BundleTexts: NotificationTexts {
    private struct Key: Hashable {
        var path: String
        var language: String
    }

    /// How many combinations of app and language are remembered.
    private static let limit = 128

    private let registry: AppRegistry
    private let known = Mutex<[Key: LocalizedStrings]>([:])

    init(registry: AppRegistry) { self.registry = registry }

    func title(of app: AppID, in language: String) -> String {
        BuiltInApp.title(of: app) ?? registry.app(app)?.title.text(in: language) ?? app.rawValue
    }

    func strings(of app: AppID, in language: String) -> LocalizedStrings {
        guard let path = registry.app(app)?.path else { return LocalizedStrings() }
        let key = Key(path: path, language: language)
        if let strings = known.withLock({ $0[key] }) { return strings }
        let bundle = BundleStrings(bundle: path)
        let order = LocalizedStrings.order(for: language, of: bundle.languages)
        let strings = LocalizedStrings(order.map(bundle.table))
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[key] = strings
        }
        return strings
    }

    /// Forgets every text: an app was installed, replaced or removed.
    func forget() { known.withLock { $0 = [:] } }
}
