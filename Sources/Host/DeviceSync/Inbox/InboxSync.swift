import FoundationEssentials
import HostModel
package import HostStorage
package import JSON
import Logging
import TodayProtocol

/// Synchronizes one inbox in steps that may be repeated at any time: the store records what is done and what remains.
struct InboxSync: Sendable {
    let api: DeviceAPI
    let dependencies: DeviceLinkDependencies

    private var store: DurableStore { dependencies.store }

    // MARK: - Changes of the person

    /// Sends the cloud the person's changes to messages; if it throws, the next call sends the remaining ones.
    func uploadChanges(of channel: CloudChannel) async throws {
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

    /// Sends changes of one kind; those that the cloud refuses permanently count as sent, so that they block no later
    /// ones.
    private func upload(_ kind: MessageChange.Kind, _ messages: [MessageID], of channel: CloudChannel) async throws {
        do throws(CloudFailure) {
            try await api.change(kind, messages, channel)
        } catch {
            guard error.code == .refused || error.code == .notFound else { throw error }
            dependencies.logger.warning(
                "The cloud does not take what was done with messages",
                metadata: ["app": "\(channel.app)", "what": "\(kind)", "reason": "\(error.message)"]
            )
        }
    }

    // MARK: - The list

    /// Fetches the list if it has changed, and merges it into the store.
    func fetchList(of channel: CloudChannel) async throws {
        let app = channel.app
        let version = try await store.read { try $0.inbox(of: app).lastModified }
        let before = store.revision
        if let list = try await api.list(channel, since: version) {
            try await store.commit(.message(.merge(app, list.messages, lastModified: list.version, asOf: before)))
        } else {
            try await store.commit(.message(.upToDate(app, asOf: before)))
        }
    }

    // MARK: - Bodies

    /// Fetches, parses and stores a body, or has the store schedule another attempt; throws if the store fails, or if
    /// the cloud is unreachable or overloaded or denies access.
    func fetchBody(_ missing: MissingBody, of channel: CloudChannel) async throws {
        let (app, id) = (missing.app, missing.message)
        let answer: CloudResponse
        do throws(CloudFailure) {
            answer = try await api.body(of: id, channel)
        } catch {
            switch error.code {
            case .notFound, .tooLarge, .refused, .forbidden, .malformed, .timedOut, .unavailable:
                try await store.commit(.message(.bodyFailed(app, id, reason: error.text)))
                // The cloud may be overloaded: all bodies wait, and this one waits longer.
                if error.code == .unavailable { throw error }
                return
            default: throw error
            }
        }
        // Recorded before parsing: a body that crashes the host must not be the first one parsed after the restart.
        try await store.commit(.message(.bodyFailed(app, id, reason: .stoppedWhileReading)))
        let body = try await MessageBody.make(
            of: answer.body,
            contentType: missing.contentType,
            on: dependencies.bodies,
            clock: dependencies.clock,
            fetchImage: dependencies.fetchImage
        )
        guard let body else {
            let metadata: Logger.Metadata = ["app": "\(app)", "message": "\(id)"]
            return dependencies.logger.warning("A body takes too long to read", metadata: metadata)
        }
        let kept = MessageFiles.Body(
            html: body.html,
            text: body.text,
            images: Dictionary(body.images.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        )
        do throws(StoreError) {
            try await dependencies.files.write(kept, of: id, in: app)
        } catch {
            guard error.code == .invalid else { throw error }
            try await store.commit(.message(.bodyFailed(app, id, reason: error.text)))
            return
        }
        try await store.commit(.message(.bodyArrived(app, id, text: body.text, size: kept.size)))
    }
}

package struct RemoteInbox: Hashable, Sendable {
    /// Largest number of messages read from a list; older ones are ignored.
    package static let limit = MessageLimits.messages

    /// The messages, newest first.
    package var messages: [RemoteMessage]
    /// The list's version (`Last-Modified`), 1 to 128 bytes.
    package var version: String?

    /// Parses the elements of `messages`, and skips those that are not messages.
    package init(json: [JSONValue], version: String?) {
        messages = json.prefix(Self.limit).compactMap(RemoteMessage.init(json:))
        messages.sort { $0.sent > $1.sent }
        self.version = version.flatMap { (1...128).contains($0.utf8.count) ? $0 : nil }
    }
}

extension RemoteMessage {
    /// Parses an element of Airship's message list; `nil` if it is not a message.
    fileprivate init?(json: JSONValue) {
        guard let id = json["message_id"]?.stringValue.map({ MessageID($0) }), id.isWellFormed,
            let title = json["title"]?.stringValue,
            let sent = json["message_sent"]?.stringValue.flatMap(CloudDate.date)
        else { return nil }
        self.init(
            id: id,
            title: title,
            sent: sent,
            expires: json["message_expiry"]?.stringValue.flatMap(CloudDate.date),
            isRead: !(json["unread"]?.boolValue ?? true),
            icon: json["icons"]?["list_icon"]?.stringValue,
            contentType: json["content_type"]?.stringValue ?? "text/html",
            extra: json["extra"]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
        )
    }
}
