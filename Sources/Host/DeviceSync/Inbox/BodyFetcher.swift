import AsyncPrimitives
import FoundationEssentials
import HostStorage
import Logging
import TodayProtocol

/// Fetches missing bodies concurrently with the lists, with a limit for each app, so that a slow body delays little
/// else.
struct BodyFetcher: Sendable {
    /// Number of bodies fetched concurrently.
    private static let limit = 6
    /// Number of bodies of one app fetched concurrently.
    private static let limitPerApp = 2

    private enum Event {
        /// Another body may be due.
        case checkDue
        /// An attempt ended, with a failure if it concerns the cloud as a whole.
        case ended(AppID, MessageID, CloudFailure?)
    }

    let dependencies: DeviceLinkDependencies
    let inboxes: InboxSync
    let work: Signal
    /// Called with an app whose inbox credentials the cloud refuses.
    let onUnauthorized: @Sendable (AppID) -> Void

    /// Fetches bodies until the task is cancelled; throws ``HostStorage/StoreError`` or `CancellationError`.
    func run() async throws {
        var backoff = Backoff.cloud
        while true {
            do {
                try await fetch(onSuccess: { backoff = Backoff.cloud })
            } catch let error as CloudFailure {
                try Task.checkCancellation()
                dependencies.logger.info("Bodies cannot be fetched", metadata: ["reason": "\(error.message)"])
                try await dependencies.pause(after: error, &backoff, or: work)
            }
        }
    }

    /// Fetches bodies until the cloud fails, then waits for the running attempts and throws the first ``CloudFailure``;
    /// calls a function after each attempt without a failure of the cloud.
    private func fetch(onSuccess: () -> Void) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            var running: [AppID: Set<MessageID>] = [:]
            var isWaiting = false
            var failure: CloudFailure?
            while true {
                if let failure {
                    if running.values.allSatisfy(\.isEmpty) { throw failure }
                } else {
                    let (due, next) = try await due(beside: running)
                    for (missing, channel) in due {
                        running[missing.app, default: []].insert(missing.message)
                        group.addTask { try await attempt(missing, of: channel) }
                    }
                    if !isWaiting {
                        isWaiting = true
                        group.addTask {
                            try await dependencies.clock.pause(for: next, or: work)
                            return .checkDue
                        }
                    }
                }
                switch try await group.next() {
                case .ended(let app, let message, let error):
                    running[app]?.remove(message)
                    if error == nil { onSuccess() }
                    failure = failure ?? error
                case .checkDue, nil: isWaiting = false
                }
            }
        }
    }

    private func attempt(_ missing: MissingBody, of channel: CloudChannel) async throws -> Event {
        do {
            try await inboxes.fetchBody(missing, of: channel)
        } catch let error as CloudFailure where error.code == .unauthorized {
            // The next request for the list obtains new credentials; the body is tried again soon.
            try await dependencies.store.commit(.message(.bodyFailed(missing.app, missing.message, reason: error.text)))
            onUnauthorized(missing.app)
        } catch let error as CloudFailure {
            return .ended(missing.app, missing.message, error)
        }
        // The time of the next attempt may have changed.
        work.raise()
        return .ended(missing.app, missing.message, nil)
    }

    /// Reads the bodies to start now, those of the apps with the fewest running fetches first, and the time at which
    /// another one is due.
    private func due(
        beside running: [AppID: Set<MessageID>]
    ) async throws -> (due: [(MissingBody, CloudChannel)], next: Duration?) {
        let now = dependencies.now()
        let (channels, missing, next) = try await dependencies.store.read { reader in
            let channels = try reader.cloudChannels()
            let missing = try channels.map { channel in
                let count = running[channel.app]?.count ?? 0
                // The rows include the bodies that are being fetched.
                return count < Self.limitPerApp
                    ? try reader.missingBodies(of: channel.app, limit: Self.limitPerApp + count) : []
            }
            return (channels, missing, try reader.nextBodyAttempt(after: now))
        }
        var free = Self.limit - running.values.reduce(0) { $0 + $1.count }
        var due: [(MissingBody, CloudChannel)] = []
        let byLoad = zip(channels, missing).sorted { running[$0.0.app]?.count ?? 0 < running[$1.0.app]?.count ?? 0 }
        for (channel, missing) in byLoad {
            let others = running[channel.app] ?? []
            let wanted = missing.filter { $0.nextAttempt <= now && !others.contains($0.message) }
            for body in wanted.prefix(min(free, Self.limitPerApp - others.count)) {
                due.append((body, channel))
                free -= 1
            }
        }
        let wait = next.map { Duration.milliseconds(Int(min(max(1, $0.timeIntervalSince(now)), 86_400) * 1000)) }
        return (due, wait)
    }
}
