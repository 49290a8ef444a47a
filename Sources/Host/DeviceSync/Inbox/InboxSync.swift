package import Fetching
package import HostStorage
package import Logging
package import TodayProtocol

/// Keeps an inbox on this device and the cloud's in step.
///
/// Each function does one thing and can be called again at any time: what is done is in the store, and what is not is
/// still wanted there.
package struct InboxSync: Sendable {
    private let api: DeviceAPI
    private let store: DurableStore
    private let files: MessageFiles
    private let thread: BodyParsingQueue
    private let clock: any Clock<Duration>
    private let fetchImage: @Sendable (String) async throws(FetchFailure) -> ProxiedImage
    private let logger: Logger

    /// Prepares the work.
    ///
    /// - Parameters:
    ///   - api: Asks the cloud.
    ///   - store: Keeps the lists.
    ///   - files: Keeps the bodies.
    ///   - thread: Reads the bodies.
    ///   - clock: What measures waiting.
    ///   - fetchImage: Gets a picture from an address.
    ///   - logger: Gets what goes wrong.
    package init(
        api: DeviceAPI,
        store: DurableStore,
        files: MessageFiles,
        thread: BodyParsingQueue,
        clock: any Clock<Duration>,
        fetchImage: @escaping @Sendable (String) async throws(FetchFailure) -> ProxiedImage,
        logger: Logger
    ) {
        self.api = api
        self.store = store
        self.files = files
        self.thread = thread
        self.clock = clock
        self.fetchImage = fetchImage
        self.logger = logger
    }

    // MARK: - What the person did

    /// Tells the cloud what the person did with messages here.
    ///
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``; what was not told is told the next time.
    package func uploadChanges(of app: AppID, _ key: InboxCredentials) async throws {
        while true {
            let changes = try await store.read { try $0.unsyncedChanges(of: app) }
            guard !changes.isEmpty else { return }
            for kind in [MessageChange.Kind.read, .unread, .delete] {
                let all = changes.filter { $0.kind == kind }
                for begin in stride(from: 0, to: all.count, by: DeviceAPI.changeLimit) {
                    let page = Array(all[begin..<min(begin + DeviceAPI.changeLimit, all.count)])
                    try await tell(kind, page.map(\.message), of: app, key)
                    let done = page.map {
                        StoreOperation.message(.synced(app, $0.message, $0.kind, generation: $0.generation))
                    }
                    try await store.commit(StoreTransaction(done, origin: .host))
                }
            }
        }
    }

    /// Tells one kind of change; one that the cloud will never take counts as told, or nothing would come behind it.
    private func tell(_ kind: MessageChange.Kind, _ messages: [MessageID], of app: AppID, _ key: InboxCredentials)
        async throws
    {
        do throws(CloudFailure) {
            switch kind {
            case .read: try await api.markRead(messages, key)
            case .unread: try await api.markUnread(messages, key)
            case .delete: try await api.delete(messages, key)
            }
        } catch {
            guard error.code == .refused || error.code == .notFound else { throw error }
            logger.warning(
                "The cloud does not take what was done with messages",
                metadata: ["app": "\(app)", "what": "\(kind)", "reason": "\(error.message)"]
            )
        }
    }

    // MARK: - The list

    /// Fetches the list, if it is another than the last one, and takes it in.
    ///
    /// - Throws: ``CloudFailure`` or ``HostStorage/StoreError``.
    package func fetchList(of app: AppID, _ key: InboxCredentials) async throws {
        let version = try await store.read { try $0.inbox(of: app).lastModified }
        let before = store.revision
        if let list = try await api.list(key, since: version) {
            try await store.commit(
                .message(.merge(app, list.messages, lastModified: list.version, asOf: before))
            )
        } else {
            try await store.commit(.message(.upToDate(app, asOf: before)))
        }
    }

    // MARK: - Bodies

    /// Fetches a body.
    ///
    /// One that cannot be had, or takes too long to read, is tried again later, and holds up no other.
    ///
    /// - Throws: ``CloudFailure`` if the cloud cannot be reached, has too much to do or does not open the inbox, or ``HostStorage/StoreError``.
    func fetchBody(_ missing: MissingBody, _ key: InboxCredentials) async throws {
        let (app, id) = (missing.app, missing.message)
        let answer: CloudResponse
        do throws(CloudFailure) {
            answer = try await api.body(of: id, key)
        } catch {
            switch error.code {
            case .notFound, .tooLarge, .refused, .forbidden, .malformed, .timedOut:
                try await store.commit(.message(.bodyFailed(app, id, reason: error.message)))
                return
            case .unavailable:
                // The cloud may have too much to do: then all of them wait a while, and this one longer.
                try await store.commit(.message(.bodyFailed(app, id, reason: error.message)))
                throw error
            default: throw error
            }
        }
        // Noted before: a body that the host does not survive is not the first thing it reads when it is started again.
        try await store.commit(.message(.bodyFailed(app, id, reason: "It was begun to be read, but not finished.")))
        let made = try await MessageBody.make(
            of: answer.body,
            contentType: missing.contentType,
            on: thread,
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
            try await store.commit(.message(.bodyFailed(app, id, reason: error.message)))
            return
        }
        try await store.commit(.message(.bodyArrived(app, id, text: body.text, size: kept.size)))
    }
}
