import AsyncPrimitives
import Foundation
package import HostModel
package import HostStorage
import Logging
package import TodayProtocol

/// The host's link to its cloud, which joins and leaves clouds and keeps a connection while the host is linked;
/// ``run()`` owns every task, and reconnects after a failure with an exponential back-off of at most a minute.
package final class DeviceLink: Sendable {
    /// Timeout for telling a cloud that the host leaves.
    static let unregisterTimeout = Duration.seconds(5)
    /// Longest time that a caller waits for the inboxes.
    static let refreshTimeout = Duration.seconds(30)

    let parts: LinkParts
    /// Raised when the stored link may have changed.
    private let linkChanged = Signal()
    /// Raised when a failed link should be retried without waiting.
    private let retryNow = Signal()

    /// Creates a link; ``run()`` connects it and calls `onStatus`, which must return quickly, with one status at a
    /// time.
    package init(dependencies: DeviceLinkDependencies, onStatus: @escaping @Sendable (CloudStatus) -> Void) {
        parts = LinkParts(dependencies, onStatus: onStatus)
    }

    var dependencies: DeviceLinkDependencies { parts.dependencies }

    package var records: RecordSync { parts.records }

    package var status: CloudStatus { parts.statusTracker.status }

    /// Returns `true` if the cloud no longer knows the host by a device id.
    package func isUnregistered(as device: String) -> Bool { parts.statusTracker.isUnregistered(device) }

    /// Registers the apps again because one was installed, removed or changed.
    package func installedAppsDidChange() { parts.appsChanged.raise() }

    /// Requests that an app's inbox is fetched soon (``InboxFetchRequests``) and that a failed link is retried at once.
    package func requestFetch(of app: AppID) {
        if parts.fetchRequests.add(app) { requestImmediateSync() }
    }

    func requestImmediateSync() {
        parts.inboxWork.raise()
        retryNow.raise()
    }

    /// Requests that the body of a message is fetched again if it was dropped to free space.
    package func requestBody(of id: MessageID, in app: AppID) async throws(StoreError) {
        let receipt = try await dependencies.store.commit(.message(.bodyWanted(app, id)), origin: .person)
        if receipt.outcomes != [.unchanged] { retryNow.raise() }
    }

    // MARK: - Running

    package func run() async {
        let observation = dependencies.store.observe { [linkChanged] commit in
            if commit.changes.contains(.cloudLink) { linkChanged.raise() }
        }
        defer { observation.cancel() }
        var backoff = Backoff.cloud
        var former: CloudLink?
        while !Task.isCancelled {
            do {
                guard let link = try await dependencies.store.read({ try $0.cloudLink() }) else {
                    former = nil
                    parts.statusTracker.begin(nil)
                    parts.refreshes.fail(Self.notLinked)
                    await linkChanged.wait()
                    continue
                }
                if !(former?.isSame(as: link) ?? false) {
                    backoff = Backoff.cloud
                    parts.statusTracker.begin(link)
                }
                former = link
                await serve(link, &backoff)
            } catch {
                if error.code == .closed { return }
                dependencies.logger.error("The link to the cloud cannot be read", metadata: ["error": "\(error)"])
                try? await dependencies.clock.sleep(for: .seconds(5))
            }
        }
        parts.refreshes.fail(CloudFailure(.cancelled, .todayStopping))
    }

    /// Runs one connection to its end, then waits before the next attempt.
    private func serve(_ link: CloudLink, _ backoff: inout Backoff) async {
        let elapsed = dependencies.clock.stopwatch()
        let failure: CloudFailure
        do {
            return try await connect(link)
        } catch  where error is CloudSession.Restart || error is LinkChanged || error is CancellationError {
            return
        } catch let error as CloudFailure {
            if Task.isCancelled { return }
            if error.code == .unauthorized { return await awaitNewLink(after: link) }
            failure = error
            backoff.connectionEnded(after: elapsed())
        } catch let error as StoreError {
            if error.code == .closed { return }
            dependencies.logger.error("What the cloud sends cannot be kept", metadata: ["error": "\(error)"])
            let phrase = LocalizableText.deviceCannotStorePhrase(error.text)
            failure = CloudFailure(.unavailable, .deviceCannotStore(error.text), phrase: phrase, cause: error)
        } catch {
            dependencies.logger.error("The link to the cloud broke", metadata: ["error": "\(error)"])
            failure = CloudFailure(.unreachable, .linkBroke, phrase: .linkBrokePhrase, cause: error)
        }
        parts.statusTracker.failed(failure)
        parts.refreshes.fail(failure)
        let metadata: Logger.Metadata = ["cloud": "\(link.url)", "reason": "\(failure.message)"]
        dependencies.logger.info("The cloud is out of reach", metadata: metadata)
        let retryAfter = failure.retryAfter.map { Duration.seconds($0) }
        await pause(backoff.next(jitter: dependencies.jitter(), retryAfter: retryAfter), link)
    }

    /// Reports that the cloud does not know this host any more, and waits until another one is joined.
    private func awaitNewLink(after link: CloudLink) async {
        parts.statusTracker.unregistered()
        parts.refreshes.fail(Self.unregistered)
        let metadata: Logger.Metadata = ["cloud": "\(link.url)"]
        dependencies.logger.notice("The cloud does not know this host any more", metadata: metadata)
        // Throws only if the task is cancelled or the store is closed; `run()` handles both.
        try? await changed(from: link)
    }

    private func connect(_ link: CloudLink) async throws {
        let session = try CloudSession(link, parts)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await session.run() }
            group.addTask {
                try await self.changed(from: link)
                throw LinkChanged()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func changed(from link: CloudLink) async throws {
        while true {
            let present = try await dependencies.store.read { try $0.cloudLink() }
            guard let present, present.isSame(as: link) else { return }
            await linkChanged.wait()
            try Task.checkCancellation()
        }
    }

    /// Waits for a time, but returns early if a retry is requested or the link changes.
    private func pause(_ duration: Duration, _ link: CloudLink) async {
        try? await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.dependencies.clock.pause(for: duration, or: self.retryNow) }
            group.addTask { try await self.changed(from: link) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private struct LinkChanged: Error {}

    static let notLinked = CloudFailure(.unavailable, .noCloudJoined)
    static let unregistered = CloudFailure(.unauthorized, .cloudShutHostOut, phrase: .hostShutOut)
}

extension CloudLink {
    /// Returns `true` if two links are equal apart from the numbers of their last events.
    fileprivate func isSame(as other: CloudLink) -> Bool {
        (url, deviceID, deviceToken) == (other.url, other.deviceID, other.deviceToken)
    }
}
