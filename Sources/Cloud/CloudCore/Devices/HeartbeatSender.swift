import AsyncPrimitives
import CloudStorage
import Logging

/// Keeps open streams alive with heartbeats, and detects writes of other processes, such as the operator's commands.
///
/// It sleeps while no stream is open. After a write of another process, which the store's observers do not see, the
/// streams of removed devices end, all other streams read the store, and the workers are woken.
struct HeartbeatSender: Sendable {
    /// The number of open streams at which the heartbeats of a round are spread over the interval.
    private static let spreadThreshold = 64
    private static let parts = 12

    let cloud: Cloud

    @concurrent
    func run() async throws {
        // Heartbeats must not wait for the store: a host drops a silent stream, and would do so just when the store is
        // slow.
        let checks = Signal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch(checks: checks) }
            defer { group.cancelAll() }
            try await sendHeartbeats(raising: checks)
        }
    }

    private func sendHeartbeats(raising checks: Signal) async throws {
        let hub = cloud.hub
        while true {
            if hub.count == 0 { try await cloud.clock.pause(for: nil, or: hub.opened) }
            let parts = hub.count < Self.spreadThreshold ? 1 : Self.parts
            for part in 0..<parts {
                try await cloud.clock.sleep(for: cloud.configuration.heartbeat / parts)
                hub.sendHeartbeats(part: part, of: parts)
                checks.raise()
            }
        }
    }

    /// Checks the store once and then whenever a signal is raised, until the task is cancelled.
    private func watch(checks: Signal) async throws {
        var version: Int64?
        var isFirst = true
        while true {
            do {
                let newer = try await cloud.store.externalWriteVersion()
                if newer != version, !isFirst { try await cloud.reread(.everything) }
                version = newer
            } catch let error as CloudStoreError {
                try cloud.logger.storeFailure(
                    "What other processes write is not noticed, since the store failed",
                    error
                )
            }
            isFirst = false
            try await cloud.clock.pause(for: nil, or: checks)
        }
    }
}
