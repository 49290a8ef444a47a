import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// Publishes scheduled messages of topics when they are due, and removes expired messages and files of topics.
package struct TopicScheduler: Sendable {
    /// The shortest sleep in seconds, so that things that expire shortly after one another are removed together.
    static let shortestSleep = 0.2

    let store: CloudStore
    /// Raised when a message was scheduled, or something that expires was added.
    let wakeUp: Signal
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    /// Publishes a page of the due messages; returns `true` if there were any.
    let publish: @Sendable () async throws -> Bool
    let logger: Logger

    /// Runs until the task is cancelled.
    @concurrent
    func run() async throws {
        let loop = WakeUpLoop(
            wakeUp: wakeUp,
            clock: clock,
            retryDelay: .seconds(5),
            failureMessage: "Topics wait, since the store failed",
            logger: logger
        )
        try await loop.run {
            try await step()
            return WakeUpLoop.sleep(until: try await store.nextTopicDate(), now: now(), shortest: Self.shortestSleep)
        }
    }

    /// Publishes and removes everything that is due.
    package func step() async throws {
        while try await publish() { try Task.checkCancellation() }
        while try await store.expireTopicFiles() { try Task.checkCancellation() }
        while try await store.expireTopicMessages() { try Task.checkCancellation() }
    }
}
