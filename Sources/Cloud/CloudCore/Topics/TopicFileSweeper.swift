import AsyncPrimitives
import CloudStorage
import Logging

/// Removes expired files of topics; a worker of its own, since their place may be another server, slow or away.
package struct TopicFileSweeper: Sendable {
    /// The shortest sleep in seconds, so that files that expire shortly after one another are removed together.
    static let shortestSleep = 0.2

    let cloud: Cloud

    @concurrent
    func run() async throws {
        var position = ""
        try await cloud.repeatWork(
            .files,
            retryDelay: .seconds(10),
            failureMessage: "Expired files of topics are removed later"
        ) {
            try await step(from: &position)
            return cloud.sleep(until: try await cloud.store.nextTopicFileEnd(), shortest: Self.shortestSleep)
        }
    }

    /// Removes the expired files behind a position, in the order of their ids; after a failure the position is that of
    /// the file which failed, so that the next call goes on behind it.
    package func step(from position: inout String) async throws {
        repeat {
            try Task.checkCancellation()
            let page = try await cloud.store.expireTopicFiles(after: position)
            position = page.last ?? ""
            if let failure = page.failure { throw failure }
        } while !position.isEmpty
    }
}

extension Cloud {
    package var topicFileSweeper: TopicFileSweeper { TopicFileSweeper(cloud: self) }

    /// Discards a file, of which no message is published.
    package func discardFile(_ id: String) async throws {
        try await store.discardTopicFile(id)
        wake(.files)
    }
}
