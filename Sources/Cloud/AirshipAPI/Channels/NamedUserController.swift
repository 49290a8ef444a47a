import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON

enum NamedUserController {
    /// The largest number of users in one request.
    static let limit = 1000

    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.get, "named_users", get)
        routes.on(.post, "named_users/associate") { try await associate($0, true) }
        routes.on(.post, "named_users/disassociate") { try await associate($0, false) }
        routes.on(.post, "named_users/tags", changeTags)
        routes.on(.post, "named_users/uninstall", uninstall)
        routes.on(.post, "named_users/:name", update)
    }

    private static func get(_ request: SenderRequest) async throws -> Response {
        let app = request.app.number
        if let name = request.request.uri.queryParameters.get("id") {
            guard !name.utf8.contains(0), let user = try await request.store.namedUser(name, of: app) else {
                throw AirshipError.notFound("There is no such named user.")
            }
            return JSONResponse.ok(["named_user": view(user)])
        }
        let page = try ListPage(request)
        let users = try await request.store.namedUsers(of: app, after: page.start, limit: page.limit)
        return page.response(users, as: "named_users", view, cursor: \.name)
    }

    private static func view(_ user: NamedUserRecord) -> JSONValue {
        [
            "named_user_id": .string(user.name), "created": .string(AirshipDate.text(user.created)),
            "last_modified": .string(AirshipDate.text(user.modified)),
            "tags": .object(user.tags.mapValues(ChannelEncoder.strings)),
            "attributes": AttributeEncoder.json(user.attributes),
            "user_attributes": AttributeEncoder.deviceAttributes(of: user),
            "channels": .array(user.channels.map(ChannelEncoder.json)), "subscription_lists": [],
        ]
    }

    private static func associate(_ request: SenderRequest, _ joins: Bool) async throws -> Response {
        let body = try await request.body(["named_user_id", "channel_id", "device_type", "email_address"])
        if let email = body.optional("email_address") { throw email.error("this cloud has no e-mail channels") }
        _ = try body.optional("device_type")?.text(limit: 128)
        let user = try joins ? body.required("named_user_id") : body.optional("named_user_id")
        let node = try body.required("channel_id")
        let name = try user?.text(limit: Cloud.nameLimit)
        let channel: ChannelID = try node.id()
        let outcome: CloudStore.Association
        if joins, let name {
            outcome = try await request.store.associate(channel, with: name, of: request.app.number)
        } else {
            outcome = try await request.store.disassociate(channel, from: name, of: request.app.number)
        }
        try check(outcome, node)
        return JSONResponse.ok()
    }

    private static func check(_ outcome: CloudStore.Association, _ channel: BodyNode) throws(AirshipError) {
        switch outcome {
        case .done: return
        case .unknownChannel: throw channel.error("there is no such channel")
        case .belongsToPerson:
            throw AirshipError.forbidden("The channel is a host's; it belongs to the person as whom the host joined.")
        }
    }

    private static func changeTags(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body(["audience", "add", "remove", "set"])
        let names = try names(try body.required("audience").required("named_user_id"))
        let change = try TagParser.change(body)
        let unknown = try await request.store.changeTags(change, ofNamedUsers: names, of: request.app.number)
        return WarningEncoder.response(unknown: unknown, kind: "named user", as: "tag_warnings")
    }

    private static func uninstall(_ request: SenderRequest) async throws -> Response {
        let names = try names(try await request.body().required("named_user_id"), limit: 100)
        try await request.store.removeNamedUsers(names, of: request.app.number)
        return JSONResponse.ok(status: .accepted)
    }

    private static func update(_ request: SenderRequest) async throws -> Response {
        let name = try name(of: request)
        let body = try await request.body()
        let members = try body.members(["associate", "disassociate", "tags", "attributes"])
        guard !members.isEmpty else {
            throw body.error("one of associate, disassociate, tags and attributes is wanted")
        }
        let tags = try members["tags"].map(TagParser.change)
        let attributes = try members["attributes"].map(AttributeParser.changes)
        let leaving = try channels(members["disassociate"])
        let joining = try channels(members["associate"])
        let change = NamedUserChange(
            disassociated: leaving.map(\.id),
            associated: joining.map(\.id),
            tags: tags ?? TagChange(),
            attributes: attributes ?? []
        )
        switch try await request.store.changeNamedUser(name, of: request.app.number, by: change) {
        case .done(let outcome):
            let warning = AttributeEncoder.warning(outcome, of: "named user")
            return JSONResponse.ok(warning.map { ["attribute_warnings": $0] } ?? [:])
        case .refused(let id, let association):
            try check(association, (leaving + joining).first { $0.id == id }?.node ?? body)
            return JSONResponse.ok()
        }
    }

    /// Parses a list of channels, each an id or an object that contains one.
    private static func channels(_ list: BodyNode?) throws(AirshipError) -> [(id: ChannelID, node: BodyNode)] {
        try (list?.elements(limit: 100) ?? []).map { element throws(AirshipError) in
            let node = try element.identifier(named: "channel_id")
            return (try node.id(), node)
        }
    }

    static func name(of request: SenderRequest) throws -> String {
        guard let name = try request.component("name").removingPercentEncoding,
            (1...Cloud.nameLimit).contains(name.utf8.count), !name.utf8.contains(0)
        else {
            throw AirshipError(.badRequest, 1, "This is no name of a user.")
        }
        return name
    }

    /// Parses the names of users, or a single name.
    static func names(_ node: BodyNode, limit: Int = limit) throws(AirshipError) -> [String] {
        try node.texts(limit: limit, length: Cloud.nameLimit)
    }
}
