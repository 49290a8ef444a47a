import CloudStore
import Foundation
import Logging
import Waiting

/// Removes what is too old: messages when they expire, members of lists when they were replaced, the rest once an hour.
struct Sweeper: Sendable {
    /// How long the time between two rounds over everything else is, in seconds.
    static let round = 3600.0

    let store: CloudStore
    let lists: ListUploads
    let hint: Signal
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    /// What devices are told when an inbox of an app, which has this name, has changed.
    let notice: @Sendable (String) -> EventContent
    let logger: Logger

    /// Works until the task is cancelled.
    @concurrent
    func run() async throws {
        var nextRound = now()
        while true {
            do {
                while try await store.expireMessages(notice: notice) { try Task.checkCancellation() }
                if lists.takeSweep(now()) { try await sweepLists() }
                if now() >= nextRound {
                    try await sweepAll()
                    nextRound = now().addingTimeInterval(Self.round)
                }
                let end = try await store.nextMessageEnd() ?? .distantFuture
                let seconds = min(end, nextRound, lists.nextSweep ?? .distantFuture).timeIntervalSince(now())
                try await clock.pause(for: .milliseconds(Int(max(0.1, seconds) * 1000)), or: hint)
            } catch let error as CloudStoreError {
                try logger.storeFailure("Nothing is swept, since the store failed", error)
                try await clock.sleep(for: .seconds(60))
            }
        }
    }

    private func sweepAll() async throws {
        while try await store.expireOthers() { try Task.checkCancellation() }
        while try await store.sweepInboxes() { try Task.checkCancellation() }
        while try await store.sweepMessages() { try Task.checkCancellation() }
        try await sweepLists()
        var place: EventSweepPlace? = .start
        while let next = place {
            try Task.checkCancellation()
            place = try await store.sweepEvents(after: next)
        }
    }

    private func sweepLists() async throws {
        while try await store.sweepLists() { try Task.checkCancellation() }
    }
}
