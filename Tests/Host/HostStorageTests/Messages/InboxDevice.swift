import FoundationEssentials
import HostStorage
import TodayProtocol
import TodayTestSupport

/// One device of a person: a store, and what is on its way between it and the cloud.
final class InboxDevice {
    static let app: AppID = "com.a"

    /// A list that was asked for and has not arrived.
    private struct Fetch {
        var list: [RemoteMessage]
        var modified: Int
        var asOf: Revision
    }

    /// What the person left a message as, on this device.
    enum Intent: Hashable {
        case read, unread, deleted
    }

    let name: String
    private(set) var store: DurableStore
    private let path: String
    private let date: SettableDate
    private var fetch: Fetch?
    /// A change that the cloud was told of, and whose answer has not arrived.
    private var told: MessageChange?
    /// The pushes that wait in the stream, with their messages.
    private var events: [ReceivedPush] = []
    /// What the person did last with each message here.
    private(set) var intents: [MessageID: Intent] = [:]
    /// The badge that the app set while there were no messages.
    private var ownBadge = 0

    init(_ name: String, in folder: String, _ date: SettableDate) throws {
        self.name = name
        self.date = date
        path = "\(folder)/\(name).sqlite"
        store = try DurableStore(path: path) { date.value }
    }

    // MARK: - The cloud

    /// Hears of a push; it is taken in later, and perhaps twice.
    func hear(_ order: ReceivedPush) { events.append(order) }

    /// Takes in the next event.
    func takeEvent(again: Bool) async throws {
        guard let order = events.first else { return }
        if !again { events.removeFirst() }
        try await store.apply(.receivePush(order))
    }

    /// Asks for the list; what comes is as the cloud is now.
    func ask(_ cloud: CloudModel) {
        fetch = Fetch(list: cloud.list(at: date.value), modified: cloud.modified, asOf: store.revision)
    }

    /// Merges the list that was asked for.
    func merge() async throws {
        guard let fetch else { return }
        self.fetch = nil
        try await store.apply(.merge(Self.app, fetch.list, lastModified: "\(fetch.modified)", asOf: fetch.asOf))
    }

    /// Tells the cloud of a change; the answer comes later.
    func tell(_ cloud: inout CloudModel) async throws {
        guard told == nil, let change = try await store.read({ try $0.unsyncedChanges(of: Self.app) }).first else {
            return
        }
        cloud.apply(change.kind, change.message)
        told = change
    }

    /// Gets the answer.
    func hearBack() async throws {
        guard let told else { return }
        self.told = nil
        try await store.apply(.synced(Self.app, told.message, told.kind, generation: told.generation))
    }

    /// Loses whatever was on its way.
    func goOffline() {
        fetch = nil
        told = nil
    }

    // MARK: - The person and the clock

    func mark(_ id: MessageID, isRead: Bool) async throws {
        let old = try await store.read { try $0.message(id, of: Self.app)?.isRead }
        guard old != nil, old != isRead else { return }
        try await store.apply(.read(Self.app, [id], isRead))
        intents[id] = isRead ? .read : .unread
    }

    func delete(_ id: MessageID) async throws {
        guard try await store.apply(.delete(Self.app, [id])) == .changed else { return }
        intents[id] = .deleted
    }

    func expire() async throws { try await store.apply(.expire) }

    func setBadge(_ number: Int) async throws {
        try await store.commit(.notification(.setBadge(Self.app, number)))
        if try await store.listed().isEmpty { ownBadge = number }
    }

    /// Gets a body, or does not; one that is here stays.
    func body(_ id: MessageID, arrives: Bool) async throws {
        let isHere = try await store.read { try $0.message(id, of: Self.app)?.hasBody } ?? false
        guard arrives || !isHere else { return }
        try await store.apply(
            arrives
                ? .bodyArrived(Self.app, id, text: "text", size: 1)
                : .bodyFailed(Self.app, id, reason: "offline")
        )
    }

    /// Delivers what is due.
    func deliver() async throws {
        for scheduled in try await store.read({ try $0.due(before: .sample(1e9), limit: 5) }) {
            try await store.commit(.deliver(scheduled))
        }
    }

    /// Ends the host and starts it anew.
    func restart() async throws {
        goOffline()
        await store.close()
        store = try DurableStore(path: path) { [date] in date.value }
    }

    // MARK: - What must be true

    /// What is wrong; `nil` if everything is right.
    func complaint() async throws -> String? {
        let own = ownBadge
        let (complaint, isEmpty) = try await store.read { reader -> (String?, Bool) in
            var listed: [Message] = []
            var numbers: [Int] = []
            var after: MessageID?
            repeat {
                let page = try reader.messages(of: Self.app, after: after, limit: 3)
                listed += page.messages
                numbers.append(page.unread)
                after = page.next
            } while after != nil
            let unread = listed.count { !$0.isRead }
            numbers += [
                try reader.unread(of: Self.app), try reader.unreadTotal(), try reader.inbox(of: Self.app).unread,
            ]
            guard Set(numbers) == [unread] else {
                return ("\(unread) are listed as unread, said are \(numbers)", false)
            }
            let badge = try reader.badge(of: Self.app)
            guard badge == (listed.isEmpty ? own : unread) else {
                return ("\(unread) of \(listed.count) are unread, the badge is \(badge)", false)
            }
            let shown =
                try reader.pendingNotifications(of: Self.app, soonest: 999).map(\.request.identifier)
                + reader.newestDelivered(limit: 999).map(\.request.identifier)
            for identifier in shown {
                let message = listed.first { "p-\($0.id)" == identifier }
                guard let message, message.hasBody, !message.isRead else {
                    return ("\(identifier) shows for \(String(describing: message))", false)
                }
            }
            return (nil, listed.isEmpty)
        }
        if !isEmpty { ownBadge = 0 }
        return complaint
    }

    /// What the person left otherwise than it is now, if nobody else did anything; `nil` if nothing.
    func undone() async throws -> String? {
        let intents = intents
        return try await store.read { reader -> String? in
            for (id, intent) in intents {
                // A message that is over is gone, whatever was done with it.
                guard let message = try reader.message(id, of: Self.app) else { continue }
                if message.isRead ? intent != .read : intent != .unread {
                    return "\(id) was left \(intent) and is \(message.isRead ? "read" : "unread")"
                }
            }
            return nil
        }
    }
}
