import AsyncPrimitives
import CloudStorage
import Logging

/// Publishes scheduled messages of topics when they are due, and removes expired messages of topics.
package struct TopicScheduler: Sendable {
    /// The shortest sleep in seconds, so that things that expire shortly after one another are removed together.
    static let shortestSleep = 0.2

    let cloud: Cloud

    @concurrent
    func run() async throws {
        try await cloud.repeatWork(
            .topics,
            retryDelay: .seconds(5),
            failureMessage: "Topics wait, since the store failed"
        ) {
            try await step()
            return cloud.sleep(until: try await cloud.store.nextTopicDate(), shortest: Self.shortestSleep)
        }
    }

    package func step() async throws {
        while try await cloud.publishDueMessages() { try Task.checkCancellation() }
        while try await cloud.store.expireTopicMessages() { try Task.checkCancellation() }
    }
}
