import AsyncPrimitives
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// Starts apps whose inboxes changed, so that they can update what they share with their widgets.
///
/// Only apps that name `remote-notification` among their `UIBackgroundModes` are started; one that runs already gets
/// `messages/changed`. Every such app is also started once when the host starts, since it may have ended before it
/// could start the app for a change, and once after it was installed, so that it can ask for permission to notify.
final class InboxAppLauncher: HostPart {
    private let gateway: ProcessGateway
    private let queue = KeyedSerialQueue<AppID>()
    private let known = Mutex<Set<AppID>>([])

    init(_ gateway: ProcessGateway) { self.gateway = gateway }

    func run() async { await queue.run { await self.start($0) } }

    func didCommit(_ commit: Commit) {
        for case .messages(let app) in commit.changes { queue.add(app) }
    }

    func appsDidChange(_ registry: AppRegistry) {
        let apps = Set(registry.all.filter(\.wakesForPushes).map(\.id))
        let before = known.withLock { known in
            defer { known = apps }
            return known
        }
        for app in apps.subtracting(before) { queue.add(app) }
    }

    private func start(_ app: AppID) async -> KeyedSerialQueue<AppID>.Step {
        guard let app = gateway.host.registry.app(app), app.wakesForPushes else { return .idle }
        do throws(ProcessFailure) {
            try await gateway.start(app.program)
            return .idle
        } catch {
            switch error.kind {
            case .stopping: return .stopping
            case .replaced: return .retry(after: error.retryAfter ?? ProcessFailure.replacementTime)
            case .refused, .lost, .cancelled: break
            }
            // It is started again at the next change of its inbox, or when a person opens it.
            gateway.logger.notice(
                "An app could not be started for its inbox",
                metadata: ["app": "\(app.id)", "reason": "\(error.message)"]
            )
            return .idle
        }
    }
}
