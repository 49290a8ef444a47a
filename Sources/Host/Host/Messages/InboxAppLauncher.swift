import HostStorage
import Logging
import ProcessHost
import Synchronization
import TodayProtocol

/// Starts the app whose inbox changed if it does not run, so that what it shares with its widgets stays in step.
///
/// A message comes, is read on another device or expires while nobody looks at the app. An app that names
/// `remote-notification` among its `UIBackgroundModes` then finds out when it begins; one that runs is told of it by
/// `messages/changed` besides. When the host begins every such app is started once, since the host may have been ended
/// between a change and its app; and once after it was installed, so that it can ask whether it may notify.
final class InboxAppLauncher: Sendable {
    private let store: DurableStore
    private let registry: AppRegistry
    private let gateway: ProcessGateway
    private let logger: Logger
    private let lanes = KeyedSerialQueue()
    private let known = Mutex<Set<AppID>>([])

    init(store: DurableStore, registry: AppRegistry, gateway: ProcessGateway, logger: Logger) {
        self.store = store
        self.registry = registry
        self.gateway = gateway
        self.logger = logger
    }

    /// Starts apps until the task is cancelled.
    func run() async {
        let observation = store.observe { [lanes] commit in
            for case .messages(let app) in commit.changes { lanes.add(app) }
        }
        defer { observation.cancel() }
        installedAppsDidChange()
        await lanes.run { await self.wake($0) }
    }

    /// Notes that other apps are installed than before.
    func installedAppsDidChange() {
        let apps = Set(registry.all.filter(\.wakesForPushes).map(\.id))
        let before = known.withLock { known in
            defer { known = apps }
            return known
        }
        for app in apps.subtracting(before) { lanes.add(app) }
    }

    private func wake(_ app: AppID) async -> KeyedSerialQueue.Step {
        guard let app = registry.app(app), app.wakesForPushes else { return .idle }
        do throws(ProcessFailure) {
            try await gateway.start(app.program)
            return .idle
        } catch {
            if case .stopping = error.kind { return .stopping }
            // The next change, or whoever opens the app, starts it again.
            logger.notice(
                "An app could not be started for its inbox",
                metadata: ["app": "\(app.id)", "reason": "\(error.sentence)"]
            )
            return .idle
        }
    }
}
