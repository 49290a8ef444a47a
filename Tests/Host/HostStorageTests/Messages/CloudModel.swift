import FoundationEssentials
import HostStorage
import TodayProtocol

/// An inbox in the cloud, as the simplest code has it.
struct CloudModel {
    /// The messages, the newest first.
    private(set) var messages: [RemoteMessage] = []
    /// Names the state of the list.
    private(set) var modified = 0
    private var count = 0

    /// Puts a message into the inbox.
    mutating func add(at now: Date, expires: Date?) -> MessageID {
        count += 1
        let id = MessageID("m\(count)")
        messages.insert(
            RemoteMessage(id: id, title: "Message \(count)", sent: now, expires: expires, isRead: false),
            at: 0
        )
        modified += 1
        return id
    }

    /// The list, as it is sent at a time.
    func list(at now: Date) -> [RemoteMessage] {
        messages.filter { message in message.expires.map { $0 > now } ?? true }
    }

    /// Does what a device tells.
    mutating func apply(_ kind: MessageChange.Kind, _ id: MessageID) {
        guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
        switch kind {
        case .read: messages[index].isRead = true
        case .unread: messages[index].isRead = false
        case .delete: messages.remove(at: index)
        }
        modified += 1
    }
}
