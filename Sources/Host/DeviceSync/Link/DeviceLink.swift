import AsyncPrimitives
import Foundation
package import HostStorage
import Logging
package import TodayProtocol

/// The host's link to its cloud: joins and leaves a cloud, and keeps a connection to it while the host is linked.
///
/// ``run()`` owns every task. It reconnects after a failure with an exponential back-off of at most a minute, and
/// reports every change of the status.
package final class DeviceLink: Sendable {
    /// How long telling a cloud that the host leaves may take.
    static let unregisterTimeout = Duration.seconds(5)
    /// How long a caller waits for the inboxes.
    static let refreshTimeout = Duration.seconds(30)

    let dependencies: DeviceLinkDependencies
    /// Sends records and asks for them.
    package let records: RecordSync
    let statusTracker: CloudStatusTracker
    let refreshes = RefreshWaiters()
    private let registrations = ChannelRegistrationCache()
    /// Raised when the stored link may have changed.
    private let linkChanged = Signal()
    /// Raised when the link should be tried again without waiting.
    private let retryNow = Signal()
    private let appsChanged = Signal()
    private let inboxWork = Signal()
    private let fetchRequests: InboxFetchRequests

    /// Makes a link; ``run()`` connects it.
    ///
    /// - Parameters:
    ///   - dependencies: What the link uses.
    ///   - onStatus: Called with each new status, one after the other; must be quick.
    package init(dependencies: DeviceLinkDependencies, onStatus: @escaping @Sendable (CloudStatus) -> Void) {
        self.dependencies = dependencies
        statusTracker = CloudStatusTracker(now: dependencies.now, onChange: onStatus)
        fetchRequests = InboxFetchRequests(clock: dependencies.clock)
        records = RecordSync(
            store: dependencies.store,
            transport: dependencies.transport,
            clock: dependencies.clock,
            jitter: dependencies.jitter,
            logger: dependencies.logger
        )
    }

    /// The status of the link that ``run()`` maintains.
    package var status: CloudStatus { statusTracker.status }

    /// Whether the cloud no longer knows the host under a device id.
    package func isUnregistered(as device: String) -> Bool { statusTracker.isUnregistered(device) }

    /// Registers the apps again because some were installed, removed or changed.
    package func installedAppsDidChange() { appsChanged.raise() }

    /// Requests that an app's inbox is fetched soon, and that a failed link is tried again at once.
    ///
    /// Frequent requests are ignored (``InboxFetchRequests``): the cloud announces new messages itself.
    package func requestFetch(of app: AppID) {
        if fetchRequests.add(app) { requestImmediateSync() }
    }

    func requestImmediateSync() {
        inboxWork.raise()
        retryNow.raise()
    }

    /// Requests that the body of a message is fetched again if it was dropped to free space.
    ///
    /// - Throws: ``HostStorage/StoreError``.
    package func requestBody(of id: MessageID, in app: AppID) async throws(StoreError) {
        let receipt = try await dependencies.store.commit(.message(.bodyWanted(app, id)), origin: .person)
        if receipt.outcomes != [.unchanged] { retryNow.raise() }
    }

    // MARK: - Running

    /// Maintains the link until the task is cancelled.
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
                    statusTracker.begin(nil)
                    refreshes.fail(Self.notLinked)
                    await linkChanged.wait()
                    continue
                }
                if !(former?.isSame(as: link) ?? false) {
                    backoff = Backoff.cloud
                    statusTracker.begin(link)
                }
                former = link
                await serve(link, &backoff)
            } catch {
                if error.code == .closed { return }
                dependencies.logger.error("The link to the cloud cannot be read", metadata: ["error": "\(error)"])
                try? await dependencies.clock.sleep(for: .seconds(5))
            }
        }
        refreshes.fail(CloudFailure(.cancelled, "Today is stopping."))
    }

    /// Runs one connection to its end, and waits before the next attempt.
    private func serve(_ link: CloudLink, _ backoff: inout Backoff) async {
        let elapsed = dependencies.clock.stopwatch()
        do {
            try await connect(link)
        } catch is CloudSession.Restart {
            return
        } catch is LinkChanged {
            return
        } catch is CancellationError {
            return
        } catch let error as CloudFailure {
            if Task.isCancelled { return }
            if error.code == .unauthorized {
                statusTracker.unregistered()
                refreshes.fail(Self.unregistered)
                dependencies.logger.notice(
                    "The cloud does not know this host any more",
                    metadata: ["cloud": "\(link.url)"]
                )
                // Throws only if the task is cancelled or the store is closed; `run()` notices both.
                try? await changed(from: link)
                return
            }
            reportFailure(error, link)
            backoff.connectionEnded(after: elapsed())
            await pause(
                backoff.next(jitter: dependencies.jitter(), retryAfter: error.retryAfter.map { .seconds($0) }),
                link
            )
        } catch let error as StoreError {
            if error.code == .closed { return }
            dependencies.logger.error("What the cloud sends cannot be kept", metadata: ["error": "\(error)"])
            reportFailure(
                CloudFailure(.unavailable, "this device cannot store what arrives: \(error.message)", cause: error),
                link
            )
            await pause(backoff.next(jitter: dependencies.jitter()), link)
        } catch {
            dependencies.logger.error("The link to the cloud broke", metadata: ["error": "\(error)"])
            reportFailure(CloudFailure(.unreachable, "the link broke.", cause: error), link)
            await pause(backoff.next(jitter: dependencies.jitter()), link)
        }
    }

    private func reportFailure(_ failure: CloudFailure, _ link: CloudLink) {
        statusTracker.failed(failure)
        refreshes.fail(failure)
        dependencies.logger.info(
            "The cloud is out of reach",
            metadata: ["cloud": "\(link.url)", "reason": "\(failure.message)"]
        )
    }

    private func connect(_ link: CloudLink) async throws {
        // Whether plain http is acceptable was decided when the host joined.
        let session = CloudSession(
            link: link,
            address: try CloudAddress(link.url, isInsecure: true),
            dependencies: dependencies,
            records: records,
            statusTracker: statusTracker,
            registrations: registrations,
            refresh: refreshes,
            fetchRequests: fetchRequests,
            appsChanged: appsChanged,
            inboxWork: inboxWork
        )
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

    /// Returns when the stored link is another one, or `nil`.
    private func changed(from link: CloudLink) async throws {
        while true {
            let present = try await dependencies.store.read { try $0.cloudLink() }
            guard let present, present.isSame(as: link) else { return }
            await linkChanged.wait()
            try Task.checkCancellation()
        }
    }

    /// Waits for a time; returns early if a retry is requested or the link changes.
    private func pause(_ duration: Duration, _ link: CloudLink) async {
        try? await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.dependencies.clock.pause(for: duration, or: self.retryNow) }
            group.addTask { try await self.changed(from: link) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private struct LinkChanged: Error {}

    static let notLinked = CloudFailure(
        .unavailable,
        "This host has joined no cloud; join one with: today link CLOUD-URL"
    )

    static let unregistered = CloudFailure(
        .unauthorized,
        "This host was shut out of its cloud; join it again."
    )
}

extension CloudLink {
    /// Whether two links are the same, whatever their last received events.
    fileprivate func isSame(as other: CloudLink) -> Bool {
        (url, deviceID, deviceToken) == (other.url, other.deviceID, other.deviceToken)
    }
}
