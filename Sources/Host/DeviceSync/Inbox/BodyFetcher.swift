import AsyncPrimitives
import FoundationEssentials
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// Fetches the bodies that are missing, beside the lists, so that no list waits for a slow body.
///
/// The apps take turns: one whose bodies are slow holds up its own alone.
struct BodyFetcher: Sendable {
    /// How many bodies are fetched at a time.
    private static let atOnce = 6
    /// How many of them are of one app.
    private static let atOncePerApp = 2

    /// Something after which there may be more to do.
    private enum Event {
        case looked
        case ended(AppID, MessageID, CloudFailure?)
    }

    let parts: DeviceLinkDependencies
    let inboxes: InboxSync
    /// Raised when there may be bodies to fetch.
    let work: Signal
    /// Told of an app whose inbox the cloud does not open any more.
    let isShutOut: @Sendable (AppID) -> Void

    /// Fetches until the task is cancelled.
    ///
    /// - Throws: ``HostStorage/StoreError`` or `CancellationError`.
    func run() async throws {
        var backoff = Backoff()
        while true {
            do {
                try await fetch { backoff = Backoff() }
            } catch let error as CloudFailure {
                try Task.checkCancellation()
                parts.logger.info("Bodies cannot be fetched", metadata: ["reason": "\(error.message)"])
                let wish = error.retryAfter.map { Duration.seconds($0) }
                try await parts.clock.pause(for: backoff.next(chance: parts.chance(), wish: wish), or: work)
            }
        }
    }

    /// Fetches until the cloud cannot be reached; says of each body when it is done.
    ///
    /// Those that are under way then come to their end.
    private func fetch(_ done: () -> Void) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            var running: [AppID: Set<MessageID>] = [:]
            var isLooking = false
            var failure: CloudFailure?
            while true {
                if let failure {
                    if running.values.allSatisfy(\.isEmpty) { throw failure }
                } else {
                    let (due, next) = try await due(beside: running)
                    for (missing, key) in due {
                        running[missing.app, default: []].insert(missing.message)
                        group.addTask { try await end(of: missing, key) }
                    }
                    if !isLooking {
                        isLooking = true
                        group.addTask {
                            try await parts.clock.pause(for: next, or: work)
                            return .looked
                        }
                    }
                }
                switch try await group.next() {
                case .ended(let app, let message, let error):
                    running[app]?.remove(message)
                    if error == nil { done() }
                    failure = failure ?? error
                case .looked, nil: isLooking = false
                }
            }
        }
    }

    private func end(of missing: MissingBody, _ key: InboxCredentials) async throws -> Event {
        do {
            try await fetch(missing, key)
            // The time at which to look again may be another now.
            work.raise()
            return .ended(missing.app, missing.message, nil)
        } catch let error as CloudFailure {
            return .ended(missing.app, missing.message, error)
        }
    }

    private func fetch(_ missing: MissingBody, _ key: InboxCredentials) async throws {
        do {
            try await inboxes.fetchBody(missing, key)
        } catch let error as CloudFailure where error.code == .unauthorized {
            // The list asks for another password; the body is tried again soon.
            try await parts.store.commit(
                .message(.bodyFailed(missing.app, missing.message, reason: error.message))
            )
            isShutOut(missing.app)
        }
    }

    /// What can begin now, apps with the fewest running bodies first, and how long it takes until another is due.
    private func due(
        beside running: [AppID: Set<MessageID>]
    ) async throws -> (due: [(MissingBody, InboxCredentials)], next: Duration?) {
        let now = parts.now()
        let (channels, missing, next) = try await parts.store.read { reader in
            let channels = try reader.cloudChannels()
            let missing = try channels.map { channel in
                let count = running[channel.app]?.count ?? 0
                // Those that are running may be the first.
                return count < Self.atOncePerApp
                    ? try reader.missingBodies(of: channel.app, limit: Self.atOncePerApp + count) : []
            }
            return (channels, missing, try reader.nextBodyAttempt(after: now))
        }
        var free = Self.atOnce - running.values.reduce(0) { $0 + $1.count }
        var due: [(MissingBody, InboxCredentials)] = []
        let turns = zip(channels, missing).sorted { running[$0.0.app]?.count ?? 0 < running[$1.0.app]?.count ?? 0 }
        for (channel, missing) in turns {
            let others = running[channel.app] ?? []
            let wanted = missing.filter { $0.nextAttempt <= now && !others.contains($0.message) }
            for body in wanted.prefix(min(free, Self.atOncePerApp - others.count)) {
                due.append((body, InboxCredentials(channel)))
                free -= 1
            }
        }
        let wait = next.map { Duration.milliseconds(Int(min(max(1, $0.timeIntervalSince(now)), 86_400) * 1000)) }
        return (due, wait)
    }
}
