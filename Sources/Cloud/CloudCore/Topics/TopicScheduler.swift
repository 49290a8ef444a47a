import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// Publishes messages of topics when their time comes, and removes what is too old of topics.
package struct TopicScheduler: Sendable {
    /// How long it sleeps at most, so that a clock that is set is noticed, in seconds.
    static let longestSleep = 60.0
    /// How long it sleeps at least, so that what ends one by one is removed together, in seconds.
    static let shortestSleep = 0.2

    let store: CloudStore
    let hint: Signal
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let publish: @Sendable () async throws -> Bool
    let logger: Logger

    /// Works until the task is cancelled.
    @concurrent
    func run() async throws {
        while true {
            do {
                try await step()
                let next = try await store.nextTopicDate()
                let seconds = next.map { date in
                    min(Self.longestSleep, max(Self.shortestSleep, date.timeIntervalSince(now())))
                }
                try await clock.pause(for: seconds.map { .milliseconds(Int($0 * 1000)) }, or: hint)
            } catch let error as CloudStoreError {
                try logger.storeFailure("Topics wait, since the store failed", error)
                try await clock.sleep(for: .seconds(5))
            }
        }
    }

    /// Does what is to be done now.
    package func step() async throws {
        while try await publish() { try Task.checkCancellation() }
        while try await store.expireTopicFiles() { try Task.checkCancellation() }
        while try await store.expireTopicMessages() { try Task.checkCancellation() }
    }
}
