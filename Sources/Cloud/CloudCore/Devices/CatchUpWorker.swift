import CloudStorage
import Logging

/// A connection whose device has not received the events after a number.
struct MissingEvents: Sendable {
    let device: DeviceNumber
    let position: Int64
    let connection: DeviceConnection
}

/// Reads from the store what devices have missed that have just connected, or that were too slow: for many at once, and
/// of each only so much that none waits for another.
struct CatchUpWorker: Sendable {
    /// The largest number of connections for which it reads at once.
    private static let groupSize = 500

    let cloud: Cloud

    @concurrent
    func run() async throws {
        try await cloud.repeatWork(
            cloud.hub.missingAdded,
            retryDelay: .seconds(1),
            failureMessage: "Devices wait for missed events, since the store failed"
        ) { try await step() ? .zero : nil }
    }

    /// Reads once for each connection that waits; returns `true` if there was one.
    func step() async throws -> Bool {
        var waiting = cloud.hub.takeMissing()[...]
        let hasWork = !waiting.isEmpty
        while !waiting.isEmpty {
            let group = waiting.prefix(Self.groupSize)
            do {
                let last = try await cloud.store.lastSequences(of: group.map(\.device))
                for (missing, page) in try await pages(of: Array(group), last) {
                    missing.connection.write(
                        missing: page,
                        last: last[missing.device] ?? 0,
                        hasMore: page.count >= DeviceStream.pageSize
                    )
                }
            } catch {
                cloud.hub.addMissing(waiting)
                throw error
            }
            waiting = waiting.dropFirst(group.count)
        }
        return hasWork
    }

    /// Reads the next events of connections: all at once for those that miss only a few, else a page for each.
    private func pages(
        of group: [MissingEvents],
        _ last: [DeviceNumber: Int64]
    ) async throws -> [(MissingEvents, [DeviceEvent])] {
        let near = group.filter { last[$0.device, default: 0] - $0.position < DeviceStream.pageSize }
        // Two connections of a device may have other positions.
        let positions = Dictionary(near.map { ($0.device, $0.position) }, uniquingKeysWith: min)
        let found = try await cloud.store.events(after: positions, limit: DeviceStream.pageSize)
        var pages: [(MissingEvents, [DeviceEvent])] = []
        for missing in group {
            guard positions[missing.device] != nil else {
                let page = try await cloud.store.events(
                    of: missing.device,
                    after: missing.position,
                    limit: DeviceStream.pageSize
                )
                pages.append((missing, page))
                continue
            }
            pages.append((missing, (found[missing.device] ?? []).filter { $0.sequence > missing.position }))
        }
        return pages
    }
}
