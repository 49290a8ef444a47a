import AsyncPrimitives
import CloudStorage
import Logging

/// Keeps the streams alive, and notices what other processes changed in the store.
///
/// While no stream is open it sleeps.
struct HeartbeatSender: Sendable {
    /// From how many streams on the beats of a round are spread over its time.
    private static let spreadThreshold = 64
    /// Into how many parts they are spread.
    private static let parts = 12

    let store: CloudStore
    let hub: DeviceHub
    let interval: Duration
    let clock: any Clock<Duration>
    /// Is called when another process has written.
    let onExternalWrite: @Sendable () -> Void
    let logger: Logger

    /// Works until the task is cancelled.
    @concurrent
    func run() async throws {
        // The beats must not wait for the store: a host whose stream is silent goes away, just when the store is busy.
        let looks = Signal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await look(whenever: looks) }
            defer { group.cancelAll() }
            try await beat(raising: looks)
        }
    }

    private func beat(raising looks: Signal) async throws {
        while true {
            if hub.count == 0 { try await clock.pause(for: nil, or: hub.opened) }
            let parts = hub.count < Self.spreadThreshold ? 1 : Self.parts
            for part in 0..<parts {
                try await clock.sleep(for: interval / parts)
                hub.beat(part: part, of: parts)
                looks.raise()
            }
        }
    }

    private func look(whenever looks: Signal) async throws {
        var version: Int64?
        var isFirst = true
        while true {
            do {
                let newer = try await store.externalWriteVersion()
                if newer != version, !isFirst { try await lookAgain() }
                version = newer
            } catch let error as CloudStoreError {
                try logger.storeFailure("What other processes write is not noticed, since the store failed", error)
            }
            isFirst = false
            try await clock.pause(for: nil, or: looks)
        }
    }

    private func lookAgain() async throws {
        let devices = hub.devices
        let there = try await store.existing(devices)
        hub.end(devices.filter { !there.contains($0) })
        hub.catchUpAll()
        onExternalWrite()
    }
}
