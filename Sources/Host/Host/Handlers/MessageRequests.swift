import DeviceSync
import HostModel
import HostStorage
import TodayProtocol

extension ListMessagesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> MessagePage {
        guard MessagePage.limitRange.contains(limit) else {
            throw HostError(.invalid, "A page has 1 to \(MessagePage.limitRange.upperBound) messages, not \(limit).")
        }
        guard (text ?? "").utf8.count <= MessagesListRequest.queryLimit else {
            throw HostError(.invalid, "A query has at most \(MessagesListRequest.queryLimit) bytes.")
        }
        return try await host.messages.page(of: app, after: after, limit: limit, matching: text)
    }
}

extension GetMessageRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ShownMessage? { try await host.messages.message(id, of: app) }
}

extension GetMessageBodyRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> SanitizedMessageBody {
        try await host.messages.body(of: id, of: app)
    }
}

extension GetMessageImageRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ImageFile {
        let image = try await host.messages.image(name, of: id, of: app)
        return ImageFile(mediaType: image.mediaType, bytes: image.bytes)
    }
}

extension FindMessagesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [MessageReference] { try await host.messages.find(ids, of: app) }
}

extension SetMessagesReadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { try await host.messages.change(messages) { .read($0, $1, isRead) } }
}

extension DeleteMessagesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        guard hold.map(MessagesDeleteRequest.holdRange.contains) ?? true else {
            throw HostError(.invalid, "A deletion is held for 1 to 600 seconds.")
        }
        try await host.messages.change(messages) { .delete($0, $1, hold: hold) }
    }
}

extension RestoreMessagesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { try await host.messages.restore(ids, of: app) }
}

extension RefreshMessagesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { try await host.messages.link.refresh() }
}

extension SendMessageRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> SentMessage { try await host.messages.send(message, to: app) }
}
