import AsyncPrimitives
import DeviceSync
import Foundation
import HostStorage
import Logging
import Synchronization
package import TodayProtocol

/// The cloud that runs inside the host's program, as the host sees it.
///
/// The host knows no server: whoever starts both hands this over.
package struct LocalCloud: Sendable {
    /// Its address, without a slash at the end.
    package var url: String
    /// Makes a one-time token with which the host joins.
    package var makeToken: @Sendable () async throws -> String
    /// Gives an app's keys, and makes them first if it has none; the first app's if none is named.
    package var keys: @Sendable (AppID?) async throws -> SenderKeys

    /// Describes a cloud.
    package init(
        url: String,
        makeToken: @escaping @Sendable () async throws -> String,
        keys: @escaping @Sendable (AppID?) async throws -> SenderKeys
    ) {
        self.url = url
        self.makeToken = makeToken
        self.keys = keys
    }
}

/// What it takes to send through the cloud that runs inside the host.
///
/// The master secret lets whoever has it notify the person, so it goes to the person's own tools alone.
package struct SenderKeys: Codable, Hashable, Sendable {
    /// The cloud's address, without a slash at the end.
    package var url: String
    /// The app whose keys these are.
    package var app: AppID
    /// The app key, no secret.
    package var appKey: String
    /// The secret that sends.
    package var masterSecret: String

    /// Takes keys.
    package init(url: String, app: AppID, appKey: String, masterSecret: String) {
        self.url = url
        self.app = app
        self.appKey = appKey
        self.masterSecret = masterSecret
    }
}

/// Where the cloud inside the host's program is found, once it serves.
final class LocalCloudHolder: Sendable {
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

/// Joins the cloud inside the host's program, as long as the host has joined no other.
struct LocalCloudJoiner: Sendable {
    /// How long to wait before a joining that failed is tried again.
    private static let patience = Duration.seconds(5)

    let store: DurableStore
    let link: DeviceLink
    let place: LocalCloudHolder
    /// Measures how long to wait when a joining failed.
    var clock: any Clock<Duration> = ContinuousClock()
    let logger: Logger

    /// Works until the task is cancelled.
    func run() async {
        let changed = place.changed
        let observation = store.observe { commit in
            if commit.changes.contains(.cloudLink) { changed.raise() }
        }
        defer { observation.cancel() }
        while !Task.isCancelled {
            do {
                if let local = place.present, try await isWanted(local) { try await join(local) }
            } catch let error as StoreError where error.code == .closed {
                return
            } catch {
                if Task.isCancelled { return }
                logger.error("The host cannot join its own cloud", metadata: ["error": "\(error)"])
                try? await clock.sleep(for: Self.patience)
                changed.raise()
            }
            await changed.wait()
        }
    }

    private func isWanted(_ local: LocalCloud) async throws -> Bool {
        guard let link = try await store.read({ try $0.cloudLink() }) else { return true }
        // Its state may have been put back, or lost: then it does not know the host any more.
        return link.isLocal && (link.url != local.url || self.link.isShutOut(as: link.deviceID))
    }

    private func join(_ local: LocalCloud) async throws {
        try await link.join(local.url, token: try await local.makeToken(), name: MachineName.current, isLocal: true)
    }
}

/// What this machine is called.
enum MachineName {
    /// The machine's name, without its domain; a word if it has none.
    static var current: String {
        let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        return name.isEmpty ? "host" : String(name.prefix(64))
    }
}
