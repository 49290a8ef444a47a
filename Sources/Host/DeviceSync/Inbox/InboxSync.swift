package import Fetching
import HostModel
package import HostStorage
package import Logging
import TodayProtocol

/// Synchronizes one inbox on this device with the cloud.
///
/// Each function performs one step and may be repeated at any time: the store records what is done and what remains.
package struct InboxSync: Sendable {
    private let api: DeviceAPI
    private let store: DurableStore
    private let files: MessageFiles
    private let queue: BodyParsingQueue
    private let clock: any Clock<Duration>
    private let fetchImage: @Sendable (String) async throws(FetchFailure) -> ProxiedImage
    private let logger: Logger

    /// Creates a synchronizer.
    ///
    /// - Parameters:
    ///   - api: The cloud's client.
    ///   - store: Holds the lists.
    ///   - files: Holds the bodies.
    ///   - queue: Parses the bodies.
    ///   - clock: Measures the timeouts of bodies.
    ///   - fetchImage: Fetches a picture from an address.
    ///   - logger: Receives failures.
    package init(
        api: DeviceAPI,
        store: DurableStore,
        files: MessageFiles,
        queue: BodyParsingQueue,
        clock: any Clock<Duration>,
        fetchImage: @escaping @Sendable (String) async throws(FetchFailure) -> ProxiedImage,
        logger: Logger
    ) {
        self.api = api
        self.store = store
        self.files = files
        self.queue = queue
        self.clock = clock
        self.fetchImage = fetchImage
        self.logger = logger
    }

    // MARK: - Changes of the person

    /// Sends the cloud the changes that the person made to messages on this device.
    ///
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``; the next call sends the remaining changes.
    package func uploadChanges(of channel: CloudChannel) async throws {
        let app = channel.app
        while true {
            let changes = try await store.read { try $0.unsyncedChanges(of: app) }
            guard !changes.isEmpty else { return }
            for kind in [MessageChange.Kind.read, .unread, .delete] {
                let all = changes.filter { $0.kind == kind }
                for begin in stride(from: 0, to: all.count, by: DeviceAPI.changeLimit) {
                    let page = Array(all[begin..<min(begin + DeviceAPI.changeLimit, all.count)])
                    try await upload(kind, page.map(\.message), of: channel)
                    let done = page.map {
                        StoreOperation.message(.synced(app, $0.message, $0.kind, generation: $0.generation))
                    }
                    try await store.commit(StoreTransaction(done, origin: .host))
                }
            }
        }
    }

    /// Sends changes of one kind.
    ///
    /// A change that the cloud refuses permanently counts as sent, so that it does not block later ones.
    private func upload(
        _ kind: MessageChange.Kind,
        _ messages: [MessageID],
        of channel: CloudChannel
    ) async throws {
        do throws(CloudFailure) {
            switch kind {
            case .read: try await api.markRead(messages, channel)
            case .unread: try await api.markUnread(messages, channel)
            case .delete: try await api.delete(messages, channel)
            }
        } catch {
            guard error.code == .refused || error.code == .notFound else { throw error }
            logger.warning(
                "The cloud does not take what was done with messages",
                metadata: ["app": "\(channel.app)", "what": "\(kind)", "reason": "\(error.message)"]
            )
        }
    }

    // MARK: - The list

    /// Fetches the list if it has changed, and merges it into the store.
    ///
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``.
    package func fetchList(of channel: CloudChannel) async throws {
        let app = channel.app
        let version = try await store.read { try $0.inbox(of: app).lastModified }
        let before = store.revision
        if let list = try await api.list(channel, since: version) {
            try await store.commit(
                .message(.merge(app, list.messages, lastModified: list.version, asOf: before))
            )
        } else {
            try await store.commit(.message(.upToDate(app, asOf: before)))
        }
    }

    // MARK: - Bodies

    /// Fetches, parses and stores a body.
    ///
    /// If the body is unavailable or takes too long to parse, the store schedules another attempt; that is no error.
    ///
    /// - Throws: ``CloudFailure`` if the cloud is unreachable or overloaded or denies access to the inbox, or
    ///   ``HostStorage/StoreError``.
    func fetchBody(_ missing: MissingBody, of channel: CloudChannel) async throws {
        let (app, id) = (missing.app, missing.message)
        let answer: CloudResponse
        do throws(CloudFailure) {
            answer = try await api.body(of: id, channel)
        } catch {
            switch error.code {
            case .notFound, .tooLarge, .refused, .forbidden, .malformed, .timedOut:
                try await store.commit(.message(.bodyFailed(app, id, reason: error.text)))
                return
            case .unavailable:
                // The cloud may be overloaded: all bodies wait, and this one waits longer.
                try await store.commit(.message(.bodyFailed(app, id, reason: error.text)))
                throw error
            default: throw error
            }
        }
        // Recorded before parsing: a body that crashes the host must not be the first one parsed after the restart.
        try await store.commit(.message(.bodyFailed(app, id, reason: .stoppedWhileReading)))
        let made = try await MessageBody.make(
            of: answer.body,
            contentType: missing.contentType,
            on: queue,
            clock: clock,
            fetchImage: fetchImage
        )
        guard let body = made else {
            logger.warning("A body takes too long to read", metadata: ["app": "\(app)", "message": "\(id)"])
            return
        }
        let kept = MessageFiles.Body(
            html: body.html,
            text: body.text,
            images: Dictionary(body.images.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        )
        do throws(StoreError) {
            try await files.write(kept, of: id, in: app)
        } catch {
            guard error.code == .invalid else { throw error }
            try await store.commit(.message(.bodyFailed(app, id, reason: error.text)))
            return
        }
        try await store.commit(.message(.bodyArrived(app, id, text: body.text, size: kept.size)))
    }
}
