import HTTPTypes
import Host
import Hummingbird
import NIOCore
import TodayProtocol

extension HostRoutes {
    /// What local tools ask about messages.
    func addMessageRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("messages") { request, _ in
                let query = request.uri.queryParameters
                let limit = query.get("limit", as: Int.self) ?? 50
                return try WireJSON.response(
                    try await host.messages(
                        of: query.get("app").map { AppID($0) },
                        after: try query.get("after").map { try messageID($0) },
                        limit: min(max(limit, MessagePage.limitRange.lowerBound), MessagePage.limitRange.upperBound),
                        matching: query.get("query")
                    )
                )
            }
            .get("messages/:app/:id") { _, context in
                let (app, id) = try message(context)
                guard let message = try await host.message(id, of: app) else {
                    throw HostError(.notFound, "This message is not there; it was deleted, or its time is over.")
                }
                return try WireJSON.response(message)
            }
            .get("messages/:app/:id/body") { _, context in
                let (app, id) = try message(context)
                return try WireJSON.response(try await host.messageBody(id, of: app))
            }
            .get("messages/:app/:id/images/:name") { _, context in
                let (app, id) = try message(context)
                let image = try await host.messageImage(try part("name", context), of: id, of: app)
                return Response(
                    status: .ok,
                    headers: [.contentType: image.mediaType, .contentLength: String(image.bytes.count)],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: image.bytes))
                )
            }
            .post("messages/find") { request, _ in
                let order = try await WireJSON.read(FindMessagesRequest.self, from: request)
                try check(order.ids)
                let places = try await host.findMessages(order.ids, of: order.app)
                return try WireJSON.response(MessageReferenceList(messages: places))
            }
            .post("messages/read") { request, _ in
                let order = try await WireJSON.read(SetMessagesReadRequest.self, from: request)
                try check(order.messages.map(\.id))
                try await host.setRead(order.isRead, order.messages)
                return WireJSON.done()
            }
            .post("messages/delete") { request, _ in
                let order = try await WireJSON.read(DeleteMessagesRequest.self, from: request)
                try check(order.messages.map(\.id))
                try await host.deleteMessages(order.messages)
                return WireJSON.done()
            }
            .post("messages/refresh") { _, _ in
                try await host.refreshMessages()
                return WireJSON.done()
            }
    }

    /// What local tools ask about the cloud and its topics.
    func addCloudRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("cloud") { _, _ in try WireJSON.response(try await host.cloudStatus()) }
            .post("cloud/link") { request, _ in
                let order = try await WireJSON.read(LinkCloudRequest.self, from: request)
                return try WireJSON.response(
                    try await host.link(
                        url: order.url,
                        token: order.token,
                        name: order.name,
                        isInsecure: order.isInsecure
                    )
                )
            }
            .delete("cloud/link") { _, _ in
                try await host.unlink()
                return WireJSON.done()
            }
            .get("cloud/keys") { request, _ in
                let app = request.uri.queryParameters.get("app").map { AppID($0) }
                return try WireJSON.response(try await host.senderKeys(of: app))
            }
            .get("topics") { _, _ in try WireJSON.response(TopicList(topics: try await host.topics())) }
            .put("topics/:topic") { _, context in
                try await host.setTopic(try part("topic", context), subscribed: true)
                return WireJSON.done()
            }
            .delete("topics/:topic") { _, context in
                try await host.setTopic(try part("topic", context), subscribed: false)
                return WireJSON.done()
            }
    }

    private func message(_ context: Context) throws -> (app: AppID, id: MessageID) {
        (AppID(try part("app", context)), try messageID(try part("id", context)))
    }

    private func messageID(_ text: String) throws(HostError) -> MessageID {
        let id = MessageID(text)
        try check([id])
        return id
    }

    private func check(_ ids: [MessageID]) throws(HostError) {
        guard ids.count <= SetMessagesReadRequest.limit else {
            throw HostError(.invalid, "At most \(SetMessagesReadRequest.limit) messages may be named at a time.")
        }
        if let id = ids.first(where: { !$0.isWellFormed }) {
            throw HostError(.invalid, "“\(id.rawValue.prefix(64))” is no id of a message.")
        }
    }
}
