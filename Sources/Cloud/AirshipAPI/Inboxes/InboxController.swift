import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

struct InboxController: Sendable {
    let cloud: Cloud
    let access: DeviceAuthenticator

    func addRoutes(to routes: RouterGroup<CloudContext>) {
        routes.post("user", use: create)
        routes.post("user/:user", use: attach)
        routes.get("user/:user/messages", use: list)
        routes.post("user/:user/messages/unread") { try await self.change($0, $1, .read) }
        // Airship has no such route, but hosts need one.
        routes.post("user/:user/messages/mark-unread") { try await self.change($0, $1, .unread) }
        routes.post("user/:user/messages/delete") { try await self.change($0, $1, .delete) }
        routes.get("user/:user/messages/message/:id", use: body)
        routes.get("user/:user/messages/message/:id/body", use: body)
        routes.post("user/:user/messages/message/:id/read", use: markRead)
    }

    // MARK: - Making and attaching

    @Sendable @concurrent private func create(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (channel, app) = try await access.channel(request, context)
        for ids in try Self.channels(try await AirshipBody.read(request)).values
        where try ids.oneOrMore(limit: 10).contains(where: { $0.value != .string(channel.text) }) {
            throw ids.error("only the channel that the token is for can be attached")
        }
        let (id, password) = (InboxID(Secret.random()), Secret.random())
        guard try await cloud.store.addInbox(id, passwordHash: Secret.hash(password), channel: channel, of: app) else {
            throw AirshipError.forbidden("The channel is a host's, which has its inbox.")
        }
        return JSONResponse.ok(["user_id": .string(id.text), "password": .string(password)], status: .created)
    }

    @Sendable @concurrent private func attach(_ request: Request, _ context: CloudContext) async throws -> Response {
        let inbox = try await access.inbox(request, context)
        var added: [ChannelID] = []
        var removed: [ChannelID] = []
        for (_, change) in try Self.channels(try await AirshipBody.read(request)) {
            try change.members(["add", "remove"])
            added += try Self.ids(change.optional("add"))
            removed += try Self.ids(change.optional("remove"))
        }
        let (id, app) = (inbox.access.inbox, inbox.access.app)
        let refused = try await cloud.store.attach(added, detach: removed, inbox: id, of: app)
        guard refused.isEmpty else {
            throw AirshipError.forbidden(
                "These channels are not there, or belong to another user: \(refused.prefix(5).map(\.text))."
            )
        }
        return JSONResponse.ok()
    }

    private static func channels(_ body: BodyNode) throws(AirshipError) -> [String: BodyNode] {
        try body.members(["ios_channels", "android_channels", "amazon_channels"])
    }

    private static func ids(_ node: BodyNode?) throws(AirshipError) -> [ChannelID] {
        try (node?.elements(limit: 100) ?? []).map { element throws(AirshipError) in try element.id() }
    }

    // MARK: - Reading

    @Sendable @concurrent private func list(_ request: Request, _ context: CloudContext) async throws -> Response {
        let inbox = try await access.inbox(request, context)
        let since = request.headers[.ifModifiedSince]
        if let since, since == Self.version(inbox.access.modified) {
            return Response(status: .notModified, headers: [.lastModified: since, .cacheControl: "no-cache"])
        }
        let (modified, messages) = try await cloud.store.messages(in: inbox.access.inbox)
        let base = BaseURL.of(request, cloud.configuration)
        var response = JSONResponse.make(
            bytes: InboxListEncoder.bytes(messages, address: "\(base)/api/user/\(inbox.id)")
        )
        response.headers[.lastModified] = Self.version(modified)
        response.headers[.cacheControl] = "no-cache"
        return response
    }

    /// Formats the version of a list as a date, which clients send back.
    private static func version(_ modified: Int64) -> String {
        HTTPDateCache.text(of: Date(timeIntervalSince1970: Double(modified)))
    }

    @Sendable @concurrent private func body(_ request: Request, _ context: CloudContext) async throws -> Response {
        let inbox = try await access.inbox(request, context)
        let id = CloudMessageID(try context.parameters.require("id"))
        guard let body = try await cloud.store.body(of: id, in: inbox.access.inbox) else {
            throw AirshipError.notFound("There is no such message.")
        }
        var headers: HTTPFields = [
            .contentType: Self.header(body.contentType), .contentLength: String(body.bytes.count),
            .cacheControl: "private, no-store", .contentSecurityPolicy: "sandbox; default-src 'none'; img-src *",
        ]
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.bytes)))
    }

    /// Makes the header for a media type, with UTF-8 as the charset of text and without characters that headers forbid.
    private static func header(_ type: String) -> String {
        let type = type.filter { $0.isASCII && $0 >= " " }
        return type.hasPrefix("text/") && !type.contains("charset") ? "\(type); charset=utf-8" : type
    }

    // MARK: - Changing

    @concurrent private func change(
        _ request: Request,
        _ context: CloudContext,
        _ change: CloudStore.InboxChange
    ) async throws -> Response {
        let inbox = try await access.inbox(request, context)
        let list = try await AirshipBody.read(request).required("messages").elements(limit: CloudStore.pageLimit)
        // Clients send back the object `message_reporting`; the oldest clients send only the id.
        let ids = try list.map { element throws(AirshipError) -> CloudMessageID in
            try element.identifier(named: "message_id").id()
        }
        return try await apply(change, to: ids, in: inbox)
    }

    @Sendable @concurrent private func markRead(_ request: Request, _ context: CloudContext) async throws -> Response {
        let inbox = try await access.inbox(request, context)
        return try await apply(.read, to: [CloudMessageID(try context.parameters.require("id"))], in: inbox)
    }

    private func apply(
        _ change: CloudStore.InboxChange,
        to ids: [CloudMessageID],
        in inbox: AuthorizedInbox
    ) async throws -> Response {
        let notice = cloud.inboxNotice(app: inbox.access.appName)
        let (id, channel) = (inbox.access.inbox, inbox.channel)
        try await cloud.store.apply(change, to: ids, in: id, by: channel, notice: notice)
        return JSONResponse.ok()
    }
}

/// Encodes the list of an inbox as text, since it may have ten thousand messages; stored JSON is copied unchanged.
enum InboxListEncoder {
    /// Encodes a list of the inbox at an address, which has no slash at the end.
    static func bytes(_ messages: [ListedMessage], address: String) -> [UInt8] {
        var bytes = Array("{\"messages\":[".utf8)
        bytes.reserveCapacity(64 + messages.count * 640)
        for (index, message) in messages.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += text(of: message, address: address).utf8
        }
        bytes += "]}".utf8
        return bytes
    }

    private static func text(of message: ListedMessage, address: String) -> String {
        let id = message.id.text
        // Addresses and ids are generated by this cloud, and need no escaping.
        let url = "\(address)/messages/message/\(id)/"
        var text = """
            {"message_id":"\(id)","message_url":"\(url)","message_body_url":"\(url)body/",\
            "message_read_url":"\(url)read/","message_reporting":{"message_id":"\(id)"},\
            "title":\(JSONValue.string(message.title).jsonText),\
            "content_type":\(JSONValue.string(message.contentType).jsonText),\
            "message_sent":"\(AirshipDate.text(message.sent, separator: " "))"
            """
        if let expires = message.expires {
            text += ",\"message_expiry\":\"\(AirshipDate.text(expires, separator: " "))\""
        }
        text += ",\"unread\":\(message.isUnread)"
        if let extra = message.extra { text += ",\"extra\":\(extra)" }
        if let icons = message.icons { text += ",\"icons\":\(icons)" }
        return text + "}"
    }
}
