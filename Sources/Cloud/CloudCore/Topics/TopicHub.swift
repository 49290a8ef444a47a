package import CloudStorage
import Synchronization

package typealias TopicMailbox = Mailbox<PublishedMessage>

package final class TopicHub: Sendable {
    private struct State {
        var mailboxes: [String: [TopicMailbox]] = [:]
        var published = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var publishedCount: Int { state.withLock(\.published) }

    /// The number of open streams.
    var count: Int { state.withLock { Set($0.mailboxes.values.joined().map { ObjectIdentifier($0) }).count } }

    package func open(_ topics: [String]) -> TopicMailbox {
        let mailbox = TopicMailbox()
        let isClosed = state.withLock { state in
            guard !state.isClosed else { return true }
            for topic in Set(topics) { state.mailboxes[topic, default: []].append(mailbox) }
            return false
        }
        if isClosed { mailbox.end() }
        return mailbox
    }

    package func close(_ topics: [String], _ mailbox: TopicMailbox) {
        state.withLock { state in
            for topic in Set(topics) {
                state.mailboxes[topic]?.removeAll { $0 === mailbox }
                if state.mailboxes[topic]?.isEmpty == true { state.mailboxes[topic] = nil }
            }
        }
    }

    /// Passes new messages to the streams of their topics.
    ///
    /// If they may come in another order than that of their numbers, streams read those that are stored in the store.
    func publish(_ messages: [PublishedMessage], inOrder: Bool = true) {
        let pairs = state.withLock { state in
            state.published += messages.count
            return messages.flatMap { message in
                (state.mailboxes[message.message.topic] ?? []).map { ($0, message) }
            }
        }
        for (mailbox, message) in pairs {
            if inOrder || message.number == nil { mailbox.add(message) } else { mailbox.catchUp() }
        }
    }

    /// Lets the streams of topics, or of all for `nil`, read the store.
    func catchUp(_ topics: Set<String>?) {
        let mailboxes = state.withLock { state in
            state.mailboxes.filter { topics?.contains($0.key) ?? true }.flatMap(\.value)
        }
        for mailbox in mailboxes { mailbox.catchUp() }
    }

    /// Ends every stream; streams that are opened later end at once.
    package func endAll() {
        let ended = state.withLock { state in
            state.isClosed = true
            defer { state.mailboxes = [:] }
            return state.mailboxes.values.flatMap { $0 }
        }
        for mailbox in ended { mailbox.end() }
    }
}
