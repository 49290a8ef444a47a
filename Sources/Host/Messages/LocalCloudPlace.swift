import Logging
import Synchronization
import TodayProtocol
import Waiting

/// Where the cloud inside the host's program is found, once it serves.
final class LocalCloudPlace: Sendable {
    /// Raised when there is a cloud, and when there may be something to join.
    let changed = Signal()
    private let cloud = Mutex<LocalCloud?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// The cloud, if there is one.
    var present: LocalCloud? { cloud.withLock(\.self) }

    /// Takes a cloud that serves.
    func attach(_ local: LocalCloud) {
        cloud.withLock { $0 = local }
        changed.raise()
    }

    /// Gives an app keys, so that it can be registered.
    func prepare(_ app: AppID) async {
        do { _ = try await present?.keys(app) } catch {
            logger.error("An app gets no keys for the cloud", metadata: ["app": "\(app)", "error": "\(error)"])
        }
    }
}
