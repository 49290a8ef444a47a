import AsyncPrimitives
import DeviceSync
import Foundation
package import HostModel
import HostStorage
import Logging
import Synchronization
package import TodayProtocol

/// The cloud that runs in the same program as the host.
///
/// The host does not depend on the cloud's modules; the program that starts both passes this value.
package struct LocalCloud: Sendable {
    /// Its address, without a slash at the end.
    package var url: String
    /// Creates a one-time token with which the host joins.
    package var makeToken: @Sendable () async throws -> String
    /// Returns the keys of an app, which are created if it has none, or those of the cloud's first app for `nil`.
    package var keys: @Sendable (AppID?) async throws -> SenderKeys

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

/// Holds the cloud inside the host's program, which starts after the host.
final class LocalCloudHolder: Sendable {
    /// Raised when the cloud has started, and when the host may have to join it.
    let changed = Signal()
    private let cloud = Mutex<LocalCloud?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    var current: LocalCloud? { cloud.withLock(\.self) }

    func attach(_ local: LocalCloud) {
        cloud.withLock { $0 = local }
        changed.raise()
    }

    func prepare(_ app: AppID) async {
        do { _ = try await current?.keys(app) } catch {
            logger.error("An app gets no keys for the cloud", metadata: ["app": "\(app)", "error": "\(error)"])
        }
    }
}

/// Joins the cloud inside the host's program, unless the host has joined another one.
struct LocalCloudJoiner: Sendable {
    private static let retryDelay = Duration.seconds(5)

    let store: DurableStore
    let link: DeviceLink
    let localCloud: LocalCloudHolder
    var clock: any Clock<Duration> = ContinuousClock()
    let logger: Logger

    func run() async {
        let changed = localCloud.changed
        let observation = store.observe { commit in
            if commit.changes.contains(.cloudLink) { changed.raise() }
        }
        defer { observation.cancel() }
        while !Task.isCancelled {
            do {
                if let local = localCloud.current, try await isWanted(local) { try await join(local) }
            } catch let error as StoreError where error.code == .closed {
                return
            } catch {
                if Task.isCancelled { return }
                logger.error("The host cannot join its own cloud", metadata: ["error": "\(error)"])
                try? await clock.sleep(for: Self.retryDelay)
                changed.raise()
            }
            await changed.wait()
        }
    }

    private func isWanted(_ local: LocalCloud) async throws -> Bool {
        guard let link = try await store.read({ try $0.cloudLink() }) else { return true }
        // If the cloud's state was restored from a backup or lost, it does not know the host.
        return link.isLocal && (link.url != local.url || self.link.isUnregistered(as: link.deviceID))
    }

    private func join(_ local: LocalCloud) async throws {
        try await link.join(local.url, token: try await local.makeToken(), name: MachineName.current, isLocal: true)
    }
}

enum MachineName {
    /// The machine's name without its domain, or `host` if it has none; at most 64 characters.
    static var current: String {
        let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        return name.isEmpty ? "host" : String(name.prefix(64))
    }
}
