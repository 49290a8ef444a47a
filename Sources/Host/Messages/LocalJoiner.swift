import DeviceSync
import Foundation
import HostStore
import Logging
import TodayProtocol
import Waiting

/// Joins the cloud inside the host's program, as long as the host has joined no other.
struct LocalJoiner: Sendable {
    /// How long to wait before a joining that failed is tried again.
    private static let patience = Duration.seconds(5)

    let store: PromiseStore
    let link: DeviceLink
    let place: LocalCloudPlace
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
        try await link.join(local.url, token: try await local.makeToken(), name: HostName.current, isLocal: true)
    }
}
