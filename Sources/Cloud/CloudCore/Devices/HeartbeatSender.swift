import AsyncPrimitives
import CloudStorage
import Logging

/// Keeps the open streams of devices alive with heartbeats, and drives ``ExternalWriteWatcher``.
///
/// It sleeps while no stream is open.
struct HeartbeatSender: Sendable {
    /// The number of open streams at which the heartbeats of a round are spread over the interval.
    private static let spreadThreshold = 64
    /// The number of parts into which the interval is divided.
    private static let parts = 12

    let hub: DeviceHub
    let interval: Duration
    let clock: any Clock<Duration>
    let watcher: ExternalWriteWatcher

    /// Runs until the task is cancelled.
    @concurrent
    func run() async throws {
        // Heartbeats must not wait for the store: a host drops a silent stream, and would do so just when the store is
        // slow.
        let checks = Signal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watcher.run(checks: checks) }
            defer { group.cancelAll() }
            try await sendHeartbeats(raising: checks)
        }
    }

    private func sendHeartbeats(raising checks: Signal) async throws {
        while true {
            if hub.count == 0 { try await clock.pause(for: nil, or: hub.opened) }
            let parts = hub.count < Self.spreadThreshold ? 1 : Self.parts
            for part in 0..<parts {
                try await clock.sleep(for: interval / parts)
                hub.sendHeartbeats(part: part, of: parts)
                checks.raise()
            }
        }
    }
}

/// Detects writes of other processes to the store, such as those of the operator's commands.
///
/// The store's observers see only the writes of this process. After a write of another process, the streams of removed
/// devices end, all other streams read the store, and the workers are woken.
struct ExternalWriteWatcher: Sendable {
    let store: CloudStore
    let hub: DeviceHub
    let clock: any Clock<Duration>
    /// Called after a write of another process.
    let onExternalWrite: @Sendable () -> Void
    let logger: Logger

    /// Checks the store once and then whenever a signal is raised, until the task is cancelled.
    func run(checks: Signal) async throws {
        var version: Int64?
        var isFirst = true
        while true {
            do {
                let newer = try await store.externalWriteVersion()
                if newer != version, !isFirst { try await reloadAfterExternalWrite() }
                version = newer
            } catch let error as CloudStoreError {
                try logger.storeFailure("What other processes write is not noticed, since the store failed", error)
            }
            isFirst = false
            try await clock.pause(for: nil, or: checks)
        }
    }

    private func reloadAfterExternalWrite() async throws {
        let devices = hub.devices
        let existing = try await store.existing(devices)
        hub.end(devices.filter { !existing.contains($0) })
        hub.catchUpAll()
        onExternalWrite()
    }
}
