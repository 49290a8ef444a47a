import FoundationEssentials
import HostStorage
import TodayProtocol

/// Takes in one push after another, with its message, as an app's inbox does.
///
/// Number `n` is a push that brings the message `n`: the push is taken in with its event's number, the list of the newest
/// fifty is merged, the body arrives, and every third message is read. The number is acknowledged when the last of this is
/// on disk.
struct MessageWriter {
    let number: Int
    let store: DurableStore

    private var app: AppID { AppID("com.writer\(number)") }

    @concurrent func run() async throws {
        if number == 0 {
            let link = CloudLink(
                url: "http://cloud",
                deviceID: "d",
                deviceToken: "t",
                user: "u",
                epoch: "e",
                sequence: 0,
                isLocal: false
            )
            if try await store.read({ try $0.cloudLink() }) == nil { try await store.commit(.cloud(.link(link))) }
        } else {
            // Linking empties every inbox: the others begin after it.
            while try await store.read({ try $0.cloudLink() }) == nil { await Task.yield() }
        }
        // The last one may have been interrupted.
        var step = max(1, try await store.read { [app] in try Self.last(of: app, in: $0) })
        while true {
            try await perform(step)
            guard CrashHelper.acknowledge(step, by: number) else { return }
            step += 1
        }
    }

    /// The greatest number whose push was taken in: the cloud has its message from then on.
    private static func last(of app: AppID, in reader: DurableReader) throws -> Int {
        try reader.pendingPushes().last { $0.app == app }.flatMap { Int($0.push.id) } ?? 0
    }

    private func perform(_ step: Int) async throws {
        let id = MessageID(String(step))
        try await store.commit(.cloud(.receivePush(order(step))))
        let list = (max(1, step - 49)...step).reversed().map { number in
            RemoteMessage(
                id: MessageID(String(number)),
                title: "Number \(number)",
                sent: Date(timeIntervalSince1970: Double(number)),
                isRead: false
            )
        }
        try await store.commit(.message(.merge(app, list, lastModified: "\(step)")))
        try await store.commit(.message(.bodyArrived(app, id, text: "Number \(step)", size: 1)))
        if step.isMultiple(of: 3) { try await store.commit(.message(.read(app, [id], true))) }
    }

    private func order(_ step: Int) -> ReceivedPush {
        let id = String(step)
        return ReceivedPush(
            app: app,
            push: Push(id: id, sent: Date(timeIntervalSince1970: 0), messageID: MessageID(id), isSilent: false),
            request: NotificationRequest(identifier: id, content: NotificationContent(title: .text(id)), trigger: .now),
            wakes: true,
            sequence: Int64(step),
            epoch: "e"
        )
    }
}
