import AsyncPrimitives
import CloudStorage
import Logging

/// Removes expired messages at once, replaced members of lists after a while, and all else that is obsolete hourly.
struct Sweeper: Sendable {
    /// The interval between complete rounds, measured by a monotonic clock.
    static let round = Duration.seconds(3600)
    /// The shortest sleep before something expires, in seconds.
    static let shortestSleep = 0.1

    let cloud: Cloud
    private var store: CloudStore { cloud.store }

    @concurrent
    func run() async throws {
        // The first round begins at once.
        let time = cloud.clock.stopwatch()
        var nextRound = Duration.zero
        let lists = cloud.listUploads
        try await cloud.repeatWork(
            .expiry,
            retryDelay: .seconds(60),
            failureMessage: "Nothing is swept, since the store failed"
        ) {
            try await expireMessages()
            if lists.claimDueSweep(cloud.now()) { try await sweepLists() }
            if time() >= nextRound {
                try await sweepAll()
                nextRound = time() + Self.round
            }
            let dates = [try await store.nextMessageEnd(), lists.nextSweep].compactMap { $0 }
            let sleep = cloud.sleep(until: dates.min(), shortest: Self.shortestSleep) ?? Self.round
            return min(sleep, nextRound - time())
        }
    }

    private func sweepAll() async throws {
        while try await store.expireOthers() { try Task.checkCancellation() }
        // Withdrawn messages are removed between the steps of these long loops.
        while try await store.sweepInboxes() { try await expireMessages() }
        while try await store.sweepMessages() { try await expireMessages() }
        try await sweepLists()
        while try await store.sweepRecords() { try await expireMessages() }
        var device: DeviceNumber? = DeviceNumber(0)
        while let last = device {
            try Task.checkCancellation()
            device = try await store.sweepEvents(after: last)
        }
    }

    private func expireMessages() async throws {
        repeat { try Task.checkCancellation() } while try await store.expireMessages { cloud.inboxNotice(app: $0) }
    }

    private func sweepLists() async throws {
        while try await store.sweepLists() { try Task.checkCancellation() }
    }
}
