import AsyncPrimitives
import Foundation
package import HostStorage
import Logging
package import TodayProtocol

/// The host's link to its cloud: joining and leaving, and a connection for as long as there is a link.
///
/// ``run()`` owns every task. A connection that breaks is made again, soon at first and then more and more rarely, up to
/// once a minute; how it stands is told at every change.
package final class DeviceLink: Sendable {
    /// How long leaving a cloud that was replaced may take.
    private static let unregisterTimeout = Duration.seconds(5)
    /// How long somebody waits for the inboxes.
    private static let refreshTime = Duration.seconds(30)

    let parts: DeviceLinkDependencies
    private let board: CloudStatusTracker
    private let refreshes = RefreshWaiters()
    private let book = ChannelRegistrationCache()
    /// Raised when there may be another link.
    private let linkChanged = Signal()
    /// Raised when it is worth trying at once.
    private let retryNow = Signal()
    private let appsChanged = Signal()
    private let inboxWork = Signal()
    private let wishes: InboxFetchRequests

    /// Makes a link; nothing is connected before ``run()``.
    ///
    /// - Parameters:
    ///   - parts: What it works with.
    ///   - onStatus: Called with each new status, one after the other; must be quick.
    package init(parts: DeviceLinkDependencies, onStatus: @escaping @Sendable (CloudStatus) -> Void) {
        self.parts = parts
        board = CloudStatusTracker(now: parts.now, onChange: onStatus)
        wishes = InboxFetchRequests(clock: parts.clock)
    }

    /// How the link stands that ``run()`` serves.
    package var status: CloudStatus { board.status }

    /// Whether the cloud that the host has joined as a device does not know it any more.
    package func isShutOut(as device: String) -> Bool { board.isShutOut(device) }

    /// Notes that other apps take part than before, or in another way.
    package func installedAppsDidChange() { appsChanged.raise() }

    /// Has an app's inbox fetched soon, and a link that is down tried at once.
    ///
    /// Asked again and again it is fetched once in a while: what is new is told by the cloud anyway.
    package func wish(_ app: AppID) {
        if wishes.add(app) { requestImmediateSync() }
    }

    private func requestImmediateSync() {
        inboxWork.raise()
        retryNow.raise()
    }

    /// Has the body of a message fetched soon, if it was let go for want of room.
    ///
    /// - Throws: ``HostStorage/StoreError``.
    package func requestBody(of id: MessageID, in app: AppID) async throws(StoreError) {
        let receipt = try await parts.store.commit(.message(.bodyWanted(app, id)), origin: .person)
        if receipt.outcomes != [.unchanged] { retryNow.raise() }
    }

    // MARK: - Working

    /// Keeps the link until the task is cancelled.
    package func run() async {
        let observation = parts.store.observe { [linkChanged] commit in
            if commit.changes.contains(.cloudLink) { linkChanged.raise() }
        }
        defer { observation.cancel() }
        var backoff = Backoff()
        var former: CloudLink?
        while !Task.isCancelled {
            do {
                guard let link = try await parts.store.read({ try $0.cloudLink() }) else {
                    former = nil
                    board.begin(nil)
                    refreshes.fail(Self.notLinked)
                    await linkChanged.wait()
                    continue
                }
                if !(former?.isSame(as: link) ?? false) {
                    backoff = Backoff()
                    board.begin(link)
                }
                former = link
                await serve(link, &backoff)
            } catch {
                if error.code == .closed { return }
                parts.logger.error("The link to the cloud cannot be read", metadata: ["error": "\(error)"])
                try? await parts.clock.sleep(for: .seconds(5))
            }
        }
        refreshes.fail(CloudFailure(.cancelled, "Today is stopping."))
    }

    /// Runs one connection to its end, and waits as long as is proper before the next one.
    private func serve(_ link: CloudLink, _ backoff: inout Backoff) async {
        let stopwatch = Stopwatch(parts.clock)
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
                board.shutOut()
                refreshes.fail(Self.shutOut)
                parts.logger.notice("The cloud does not know this host any more", metadata: ["cloud": "\(link.url)"])
                return await waitForChange(of: link)
            }
            note(error, link)
            backoff.note(uptime: stopwatch.elapsed)
            await pause(backoff.next(chance: parts.chance(), wish: error.retryAfter.map { .seconds($0) }), link)
        } catch let error as StoreError {
            if error.code == .closed { return }
            parts.logger.error("What the cloud sends cannot be kept", metadata: ["error": "\(error)"])
            note(CloudFailure(.unavailable, "this device cannot keep what comes: \(error.message)", cause: error), link)
            await pause(backoff.next(chance: parts.chance()), link)
        } catch {
            parts.logger.error("The link to the cloud broke", metadata: ["error": "\(error)"])
            note(CloudFailure(.unreachable, "the link broke.", cause: error), link)
            await pause(backoff.next(chance: parts.chance()), link)
        }
    }

    private func note(_ failure: CloudFailure, _ link: CloudLink) {
        board.failed(failure)
        refreshes.fail(failure)
        parts.logger.info(
            "The cloud is out of reach",
            metadata: ["cloud": "\(link.url)", "reason": "\(failure.message)"]
        )
    }

    private func connect(_ link: CloudLink) async throws {
        // Whether http is good enough was decided when the host joined.
        let session = CloudSession(
            link: link,
            address: try CloudAddress(link.url, isInsecure: true),
            parts: parts,
            board: board,
            book: book,
            refresh: refreshes,
            wishes: wishes,
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

    /// Returns when there is another link, or none.
    private func changed(from link: CloudLink) async throws {
        while true {
            let present = try await parts.store.read { try $0.cloudLink() }
            guard let present, present.isSame(as: link) else { return }
            await linkChanged.wait()
            try Task.checkCancellation()
        }
    }

    private func waitForChange(of link: CloudLink) async {
        // Thrown is only that the task is cancelled or the store is gone, which the caller finds out itself.
        try? await changed(from: link)
    }

    /// Waits, but no longer than there is reason to.
    private func pause(_ duration: Duration, _ link: CloudLink) async {
        try? await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.parts.clock.pause(for: duration, or: self.retryNow) }
            group.addTask { try await self.changed(from: link) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private struct LinkChanged: Error {}

    private static let notLinked = CloudFailure(
        .unavailable,
        "This host has joined no cloud; join one with: today link CLOUD-URL"
    )

    private static let shutOut = CloudFailure(
        .unauthorized,
        "This host was shut out of its cloud; join it again."
    )
}

// MARK: - What people ask

extension DeviceLink {
    /// Joins a cloud with a one-time token, in place of the one before; on disk when this returns.
    ///
    /// - Parameters:
    ///   - url: The cloud's address.
    ///   - token: The token.
    ///   - name: What the host calls itself there.
    ///   - isInsecure: Whether http to another machine is accepted.
    ///   - isLocal: Whether it is the cloud inside the host.
    /// - Returns: How the host stands with it now: the link is being made.
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``; the link is the one before then.
    @discardableResult
    package func join(
        _ url: String,
        token: String,
        name: String,
        isInsecure: Bool = false,
        isLocal: Bool = false
    ) async throws -> CloudStatus {
        let address = try CloudAddress(url, isInsecure: isInsecure)
        let joined = try await DeviceAPI(address: address, token: "", transport: parts.transport)
            .join(token: token, name: name)
        let former = try await parts.store.read { try $0.cloudLink() }
        let link = CloudLink(
            url: address.description,
            deviceID: joined.device,
            deviceToken: joined.token,
            user: joined.user,
            epoch: joined.epoch,
            sequence: 0,
            isLocal: isLocal
        )
        do {
            try await parts.store.commit(.cloud(.link(link)), origin: .person)
        } catch {
            await unregister(link)
            throw error
        }
        if let former { await unregister(former) }
        return CloudStatus(connectingTo: link)
    }

    /// Leaves the cloud, whether it can be reached or not.
    ///
    /// - Throws: ``HostStorage/StoreError``.
    package func leave() async throws {
        guard let link = try await parts.store.read({ try $0.cloudLink() }) else { return }
        try await parts.store.commit(.cloud(.unlink), origin: .person)
        await unregister(link)
    }

    /// Tells a cloud that the host is gone.
    ///
    /// One that does not hear it keeps a device that nobody is.
    private func unregister(_ link: CloudLink) async {
        guard let address = try? CloudAddress(link.url, isInsecure: true) else { return }
        let api = DeviceAPI(address: address, token: link.deviceToken, transport: parts.transport)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do throws(CloudFailure) { try await api.leave() } catch {
                    self.parts.logger.info(
                        "A cloud was left without its knowing",
                        metadata: ["cloud": "\(link.url)", "reason": "\(error.message)"]
                    )
                }
            }
            group.addTask { try? await self.parts.clock.sleep(for: Self.unregisterTimeout) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Fetches the inboxes, and returns when they are here.
    ///
    /// - Throws: ``CloudFailure``.
    package func refresh() async throws(CloudFailure) {
        if board.isShutOut(try await presentLink().deviceID) { throw Self.shutOut }
        let failure = await withTaskGroup(of: CloudFailure?.self) { group in
            group.addTask {
                do throws(CloudFailure) {
                    try await self.refreshes.wait { self.requestImmediateSync() }
                    return nil
                } catch { return error }
            }
            group.addTask {
                try? await self.parts.clock.sleep(for: Self.refreshTime)
                return CloudFailure(.timedOut, "The cloud did not answer in time.")
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let failure { throw failure }
    }

    /// The topics that the person's devices are subscribed to, as the cloud says, by name.
    ///
    /// What is subscribed to or left here while the cloud is asked counts.
    ///
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``.
    package func topics() async throws -> [String] {
        let before = parts.store.revision
        let topics = try await api().topics()
        try await parts.store.commit(.cloud(.setTopics(topics, asOf: before)))
        return try await parts.store.read { try $0.topics() }
    }

    /// Subscribes the person's devices to a topic, or no longer.
    ///
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``.
    package func setTopic(_ name: String, subscribed: Bool) async throws {
        try await api().setTopic(name, subscribed: subscribed)
        try await parts.store.commit(.cloud(subscribed ? .addTopic(name) : .removeTopic(name)), origin: .person)
    }

    private func presentLink() async throws(CloudFailure) -> CloudLink {
        let link: CloudLink?
        do throws(StoreError) {
            link = try await parts.store.read { try $0.cloudLink() }
        } catch {
            throw CloudFailure(.unavailable, "The link to the cloud cannot be read: \(error.message)", cause: error)
        }
        guard let link else { throw Self.notLinked }
        return link
    }

    private func api() async throws -> DeviceAPI {
        let link = try await presentLink()
        return DeviceAPI(
            address: try CloudAddress(link.url, isInsecure: true),
            token: link.deviceToken,
            transport: parts.transport
        )
    }
}

extension CloudLink {
    /// Whether another link is this one, however far its events are taken in.
    fileprivate func isSame(as other: CloudLink) -> Bool {
        (url, deviceID, deviceToken) == (other.url, other.deviceID, other.deviceToken)
    }
}
