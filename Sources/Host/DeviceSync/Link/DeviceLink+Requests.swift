import AsyncPrimitives
import Foundation
package import HostModel
import HostStorage
import Logging
package import TodayProtocol

/// Requests of people, apps and the host; they throw ``CloudFailure`` or ``HostStorage/StoreError``.
extension DeviceLink {
    /// Joins a cloud with a one-time token and replaces the current link; the new link is on disk when this returns.
    ///
    /// An insecure link may use plain http to another machine; a local one leads to the cloud inside this program.
    ///
    /// - Returns: The status of the new link, which is being connected.
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``; the current link then stays.
    @discardableResult
    package func join(
        _ url: String,
        token: String,
        name: String,
        isInsecure: Bool = false,
        isLocal: Bool = false
    ) async throws -> CloudStatus {
        let address = try CloudAddress(url, isInsecure: isInsecure)
        let link = try await DeviceAPI(address: address, token: "", transport: dependencies.transport)
            .join(token: token, name: name, isLocal: isLocal)
        let former = try await dependencies.store.read { try $0.cloudLink() }
        do {
            try await dependencies.store.commit(.cloud(.link(link)), origin: .person)
        } catch {
            await unregister(link)
            throw error
        }
        if let former { await unregister(former) }
        return CloudStatus(connectingTo: link)
    }

    /// Leaves the cloud, whether or not it can be reached.
    package func leave() async throws {
        guard let link = try await dependencies.store.read({ try $0.cloudLink() }) else { return }
        try await dependencies.store.commit(.cloud(.unlink), origin: .person)
        await unregister(link)
    }

    /// Tells a cloud that the host leaves; one that cannot be reached in time keeps the device, which no host uses.
    private func unregister(_ link: CloudLink) async {
        guard let api = try? DeviceAPI(link, over: dependencies.transport) else { return }
        _ = try? await withDeadline(Self.unregisterTimeout, clock: dependencies.clock) {
            do throws(CloudFailure) { try await api.leave() } catch {
                let metadata: Logger.Metadata = ["cloud": "\(link.url)", "reason": "\(error.message)"]
                self.dependencies.logger.info("The cloud could not be told that this host left it", metadata: metadata)
            }
        }
    }

    package func refresh() async throws(CloudFailure) { try await fetch(nil, within: Self.refreshTimeout) }

    /// Fetches the inbox of an app and returns whether it changed in the cloud, for a queued push since that arrived;
    /// `nil` if there is no such push.
    ///
    /// If the message of the push is already stored, the cloud is not asked again.
    package func refresh(_ app: AppID, for push: String? = nil, within limit: Duration) async throws
        -> InboxRefreshResult?
    {
        var start = dependencies.store.revision
        if let push {
            let known = try await dependencies.store.read { reader in
                try reader.receipt(ofPush: push, to: app).map { receipt in
                    (receipt, try receipt.message.map { try reader.message($0, of: app) != nil } ?? false)
                }
            }
            guard let (receipt, hasMessage) = known else { return nil }
            if hasMessage { return .changed }
            start = receipt.revision
        }
        do throws(CloudFailure) {
            try await fetch(app, within: limit)
        } catch {
            try Task.checkCancellation()
            return .failed(error.phrase)
        }
        let isChanged = try await dependencies.store.read { [start] in try $0.cloudChangedInbox(of: app, after: start) }
        return isChanged ? .changed : .unchanged
    }

    /// Fetches the inboxes and returns when that of one app has been fetched, or all if `app` is `nil`.
    private func fetch(_ app: AppID?, within limit: Duration) async throws(CloudFailure) {
        if parts.statusTracker.isUnregistered(try await presentLink().deviceID) { throw Self.unregistered }
        do {
            let end: Void? = try await withDeadline(limit, clock: dependencies.clock) {
                try await self.parts.refreshes.wait(for: app) { self.requestImmediateSync() }
            }
            guard end != nil else { throw CloudFailure(.timedOut, .cloudDidNotAnswer) }
        } catch let error as CloudFailure {
            throw error
        } catch {
            throw .cancelled(error)
        }
    }

    /// Fetches the person's topics, sorted by name; subscriptions changed here during the request override the cloud's.
    package func topics() async throws -> [String] {
        let before = dependencies.store.revision
        let topics = try await api().topics()
        try await dependencies.store.commit(.cloud(.setTopics(topics, asOf: before)))
        return try await dependencies.store.read { try $0.topics() }
    }

    /// Subscribes the person's devices to a topic, or ends the subscription.
    package func setTopic(_ name: String, subscribed: Bool) async throws {
        try await api().setTopic(name, subscribed: subscribed)
        try await dependencies.store.commit(.cloud(subscribed ? .addTopic(name) : .removeTopic(name)), origin: .person)
    }

    /// Waits at most 30 seconds until a message that a push names is stored or known to be unavailable.
    ///
    /// Pushes of an app wait one after the other, and one fetch serves all of them: a list that was fetched after a
    /// push arrived contains its message unless the message was deleted. While the cloud is offline this returns at
    /// once; the link reconnects by itself, and the app is notified when the list changes. The push is in the store.
    package func waitForMessage(_ id: MessageID, of app: AppID) async {
        let isExpected = try? await dependencies.store.read { reader in
            try reader.message(id, of: app) == nil && reader.inbox(of: app).isStale
        }
        guard isExpected ?? false else { return }
        if case .offline = status.state { return }
        // The link's status shows why the message cannot be fetched.
        try? await refresh()
    }

    private func presentLink() async throws(CloudFailure) -> CloudLink {
        let link: CloudLink?
        do throws(StoreError) {
            link = try await dependencies.store.read { try $0.cloudLink() }
        } catch {
            throw CloudFailure(.unavailable, .cloudLinkUnreadable(error.text), cause: error)
        }
        guard let link else { throw Self.notLinked }
        return link
    }

    private func api() async throws -> DeviceAPI {
        try DeviceAPI(try await presentLink(), over: dependencies.transport)
    }
}
