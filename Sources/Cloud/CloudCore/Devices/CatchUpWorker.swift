import CloudStorage
import Logging

/// A connection whose device has not received the events after a number.
struct MissingEvents: Sendable {
    let device: DeviceNumber
    let position: Int64
    let connection: DeviceConnection
}

/// Reads from the store what devices have missed that have just connected, or that were too slow: a page for each in
/// turn.
struct CatchUpWorker: Sendable {
    let cloud: Cloud

    @concurrent
    func run() async throws {
        try await cloud.repeatWork(
            cloud.hub.missingAdded,
            retryDelay: .seconds(1),
            failureMessage: "Devices wait for missed events, since the store failed"
        ) { try await step() ? .zero : nil }
    }

    /// Reads one page for each connection that waits; returns `true` if there was one.
    func step() async throws -> Bool {
        let waiting = cloud.hub.takeMissing()
        for (index, missing) in waiting.enumerated() {
            do {
                missing.connection.write(
                    missing: try await cloud.store.events(
                        of: missing.device,
                        after: missing.position,
                        limit: DeviceStream.pageSize
                    )
                )
            } catch {
                cloud.hub.addMissing(waiting[index...])
                throw error
            }
        }
        return !waiting.isEmpty
    }
}
