import HostModel
import HostStorage
import JSONRPC
import TodayProtocol

/// `messages/*`.
///
/// Messages are read and changed on this device; the link to the cloud observes the store and sends changes later.
extension ProcessSession {
    private static let messagePage = 50

    func listMessages(_ request: MessagesListRequest, _ incoming: IncomingRequest) throws {
        let limit = request.limit ?? Self.messagePage
        guard MessagesListRequest.limitRange.contains(limit) else {
            throw RPCError(.invalidParams, "messages/list: limit is 1 to 100, not \(limit).")
        }
        guard request.query?.utf8.count ?? 0 <= MessagesListRequest.queryLimit else {
            throw RPCError(
                .limitExceeded,
                "messages/list: a query has at most \(MessagesListRequest.queryLimit) bytes."
            )
        }
        let store = services.store
        if let id = request.id {
            read(incoming) { reader, app in
                let message = try reader.message(id, of: app)
                // An app asks for one message to show it; a body that was dropped to save space is fetched again.
                if message?.hasBody == false {
                    store.enqueue(StoreTransaction([.message(.bodyWanted(app, id))], origin: .app(app))) { _ in }
                }
                return MessagesListRequest.Reply(
                    messages: message.map { [$0] } ?? [],
                    next: nil,
                    unread: try reader.unread(of: app)
                )
            }
            return
        }
        read(incoming, isSearch: request.query != nil) { reader, app in
            let page = try reader.messages(of: app, after: request.after, limit: limit, matching: request.query)
            return MessagesListRequest.Reply(messages: page.messages, next: page.next, unread: page.unread)
        }
    }

    func markMessages(_ request: MessagesReadRequest) throws -> SessionChange<EmptyReply> {
        try Self.change(request.ids, MessagesReadRequest.method, .read(rights.app, request.ids, request.isRead))
    }

    func deleteMessages(_ request: MessagesDeleteRequest) throws -> SessionChange<EmptyReply> {
        let range = MessagesDeleteRequest.holdRange
        guard request.hold.map(range.contains) ?? true else {
            throw RPCError(.invalidParams, "messages/delete: hold is 1 to 600 seconds.")
        }
        let deletion = MessageOperation.delete(rights.app, request.ids, hold: request.hold)
        return try Self.change(request.ids, MessagesDeleteRequest.method, deletion)
    }

    func restoreMessages(_ request: MessagesRestoreRequest) throws -> SessionChange<EmptyReply> {
        try Self.change(request.ids, MessagesRestoreRequest.method, .restore(rights.app, request.ids))
    }

    func refreshMessages(_ request: MessagesRefreshRequest, _ incoming: IncomingRequest) throws {
        let (app, services) = (rights.app, services)
        guard let wait = request.wait else {
            services.refreshMessages(app)
            return incoming.reply(MessagesRefreshRequest.Reply())
        }
        guard MessagesRefreshRequest.waitRange.contains(wait) else {
            throw RPCError(.invalidParams, "messages/refresh: wait is 1 to 30 seconds, not \(wait).")
        }
        startJob(for: incoming) {
            do {
                switch try await services.awaitRefresh(app, request.push, .seconds(wait)) {
                case .changed: incoming.reply(MessagesRefreshRequest.Reply(result: .changed))
                case .unchanged: incoming.reply(MessagesRefreshRequest.Reply(result: .unchanged))
                case .failed(let reason):
                    incoming.reply(MessagesRefreshRequest.Reply(result: .failed, reason: reason.english))
                case nil:
                    incoming.fail(RPCError(.notFound, "messages/refresh: the app is handling no such push."))
                }
            } catch let error as StoreError {
                incoming.fail(RPCError(error))
            } catch {
                incoming.fail(RPCError(.cancelled, "messages/refresh was cancelled."))
            }
        }
    }

    private static func change(
        _ ids: [MessageID],
        _ method: String,
        _ operation: MessageOperation
    ) throws -> SessionChange<EmptyReply> {
        try check(ids, atMost: MessagesReadRequest.idsLimit, "messages", method)
        return SessionChange(ids.isEmpty ? [] : [.message(operation)])
    }
}
