import DeviceSync
import Host
package import HostModel
package import TodayProtocol

/// The messages of a ``StubHost``, and the state of its cloud.
package struct StubMessages: Sendable {
    /// The messages, the newest first.
    package var messages: [ShownMessage] = []
    /// The messages whose deletion is held.
    package var held: [ShownMessage] = []
    /// The bodies.
    package var bodies: [MessageID: SanitizedMessageBody] = [:]
    /// The pictures of bodies, by name.
    package var images: [String: [UInt8]] = [:]
    /// The state of the cloud.
    package var status = CloudStatus.notLinked
    /// The token with which the host joined last.
    package var token: String?
    /// The topics.
    package var topics: Set<String> = []
    /// The topics that are muted.
    package var mutedTopics: Set<String> = []
    /// The feeds of topics, the newest messages first.
    package var feeds: [String: [ShownTopicMessage]] = [:]
    /// The pictures of messages of topics, by the number of the message.
    package var topicPictures: [Int64: ImageFile] = [:]
    /// Thrown when a topic is changed, or an action of a message performed, if set.
    package var topicFailure: HostError?
    /// Thrown when a message is sent, if set.
    package var sendFailure: HostError?
    /// The keys of senders, if there is a cloud inside the host.
    package var keys: SenderKeys?

    /// Makes a host without messages.
    package init() {}
}

extension StubHost {
    func answerMessageRequests() {
        answer(ListMessagesRequest.self) { request, state in
            let all = state.messages.messages.filter { request.app == nil || $0.app == request.app }
            let found = all.filter { shown in
                request.text.map { shown.message.title.lowercased().contains($0.lowercased()) } ?? true
            }
            let begin = found.firstIndex { $0.message.id == request.after }.map { $0 + 1 } ?? 0
            let page = Array(found.dropFirst(begin).prefix(request.limit))
            return MessagePage(
                messages: page,
                next: begin + page.count < found.count ? page.last?.message.id : nil,
                unread: all.count { !$0.message.isRead }
            )
        }
        answer(GetMessageRequest.self) { request, state in
            state.messages.messages.first { $0.app == request.app && $0.message.id == request.id }
        }
        answer(GetMessageBodyRequest.self) { request, state in
            try state.messages.bodies[request.id].orNotFound("The body of this message is not here yet.")
        }
        answer(GetMessageImageRequest.self) { request, state in
            let bytes = try state.messages.images[request.name].orNotFound("There is no such picture.")
            return ImageFile(mediaType: "image/png", bytes: bytes)
        }
        answer(FindMessagesRequest.self) { request, state in
            request.ids.compactMap { id in
                state.messages.messages.first { $0.message.id == id && (request.app == nil || $0.app == request.app) }
                    .map(\.reference)
            }
        }
        answer(SetMessagesReadRequest.self) { request, state in
            for index in state.messages.messages.indices
            where request.messages.contains(state.messages.messages[index].reference) {
                state.messages.messages[index].message.isRead = request.isRead
            }
        }
        answer(DeleteMessagesRequest.self) { request, state in
            let gone = state.messages.messages.filter { request.messages.contains($0.reference) }
            state.messages.messages.removeAll { request.messages.contains($0.reference) }
            if request.hold != nil { state.messages.held += gone }
        }
        answer(RestoreMessagesRequest.self) { request, state in
            let restored = state.messages.held.filter { request.ids.contains($0.message.id) }
            state.messages.held.removeAll { request.ids.contains($0.message.id) }
            state.messages.messages += restored
        }
        answer(RefreshMessagesRequest.self) { _, _ in }
        answer(GetCloudStatusRequest.self) { $1.messages.status }
        answer(LinkCloudRequest.self) { request, state in
            state.messages.token = request.token
            state.messages.status = CloudStatus(.connecting, url: request.url, user: "somebody")
            return state.messages.status
        }
        answer(UnlinkCloudRequest.self) { $1.messages.status = .notLinked }
        answer(GetSenderKeysRequest.self) { try $1.messages.keys.orNotFound("There is no cloud inside this host.") }
        answer(SendMessageRequest.self) { _, state in
            if let failure = state.messages.sendFailure { throw failure }
            return SentMessage(push: "p1", message: "m1")
        }
        answer(ListTopicsRequest.self) { $1.messages.topics.sorted() }
        answerTopicRequests()
        answer(SetTopicRequest.self) { request, state in
            if let failure = state.messages.topicFailure { throw failure }
            if request.isSubscribed {
                state.messages.topics.insert(request.name)
            } else {
                state.messages.topics.remove(request.name)
            }
        }
    }
}

extension ShownMessage {
    /// The message's id and its inbox.
    fileprivate var reference: MessageReference { MessageReference(app: app, id: message.id) }
}
