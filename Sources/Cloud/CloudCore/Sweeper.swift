import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// Removes what is too old: messages when they expire, members of lists when they were replaced, the rest once an hour.
struct Sweeper: Sendable {
    /// How long the time between two rounds over everything else is; no clock on the wall measures it.
    static let round = Duration.seconds(3600)
    /// How long it sleeps at most while something has an end, so that a clock that is set is noticed, in seconds.
    static let longestSleep = 60.0
    /// How long it sleeps at least while something has an end, in seconds.
    static let shortestSleep = 0.1

    let store: CloudStore
    let lists: ListUploadTracker
    let hint: Signal
    let clock: any Clock<Duration>
    /// A time that never goes back, for the rounds; the first one is at its beginning.
    let time: @Sendable () -> Duration
    let now: @Sendable () -> Date
    /// What devices are told when an inbox of an app, which has this name, has changed.
    let notice: @Sendable (String) -> EventContent
    let logger: Logger

    /// Works until the task is cancelled.
    @concurrent
    func run() async throws {
        var nextRound = Duration.zero
        while true {
            do {
                try await expireMessages()
                if lists.claimDueSweep(now()) { try await sweepLists() }
                if time() >= nextRound {
                    try await sweepAll()
                    nextRound = time() + Self.round
                }
                let ends = [try await store.nextMessageEnd(), lists.nextSweep].compactMap { $0 }
                let seconds = ends.min().map { end in
                    min(Self.longestSleep, max(Self.shortestSleep, end.timeIntervalSince(now())))
                }
                let sleep = seconds.map { Duration.milliseconds(Int($0 * 1000)) } ?? Self.round
                try await clock.pause(for: min(sleep, nextRound - time()), or: hint)
            } catch let error as CloudStoreError {
                try logger.storeFailure("Nothing is swept, since the store failed", error)
                try await clock.sleep(for: .seconds(60))
            }
        }
    }

    private func sweepAll() async throws {
        while try await store.expireOthers() { try Task.checkCancellation() }
        // What is taken back meanwhile does not wait for their end.
        while try await store.sweepInboxes() { try await expireMessages() }
        while try await store.sweepMessages() { try await expireMessages() }
        try await sweepLists()
        var place: EventSweepCursor? = .start
        while let next = place {
            try Task.checkCancellation()
            place = try await store.sweepEvents(after: next)
        }
    }

    private func expireMessages() async throws {
        repeat { try Task.checkCancellation() } while try await store.expireMessages(notice: notice)
    }

    private func sweepLists() async throws {
        while try await store.sweepLists() { try Task.checkCancellation() }
    }
}
