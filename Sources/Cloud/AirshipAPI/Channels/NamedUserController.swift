import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON

/// Serves `/api/named_users`.
struct NamedUserController: Sendable {
    /// The largest number of users in one request.
    static let limit = 1000

    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.get("named_users", use: get)
        routes.post("named_users/associate") { try await self.associate($0, $1, true) }
        routes.post("named_users/disassociate") { try await self.associate($0, $1, false) }
        routes.post("named_users/tags", use: changeTags)
        routes.post("named_users/uninstall", use: uninstall)
        routes.post("named_users/:name", use: update)
    }

    // MARK: - Reading

    @Sendable @concurrent private func get(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        if let name = request.uri.queryParameters.get("id") {
            guard !name.utf8.contains(0), let user = try await cloud.store.namedUser(name, of: app.number) else {
                throw AirshipError.notFound("There is no such named user.")
            }
            return JSONResponse.make(["ok": true, "named_user": view(user)])
        }
        let page = try ListPage(request)
        let users = try await cloud.store.namedUsers(of: app.number, after: page.start, limit: page.limit)
        let address = "\(BaseURL.of(request, cloud.configuration))/api/named_users/"
        return page.response(users, as: "named_users", at: address, view, cursor: \.name)
    }

    private func view(_ user: NamedUserRecord) -> JSONValue {
        [
            "named_user_id": .string(user.name), "created": .string(AirshipDate.text(user.created)),
            "last_modified": .string(AirshipDate.text(user.modified)),
            "tags": .object(user.tags.mapValues(ChannelEncoder.strings)),
            "attributes": AttributeEncoder.json(user.attributes),
            "user_attributes": AttributeEncoder.deviceAttributes(of: user),
            "channels": .array(user.channels.map(ChannelEncoder.json)), "subscription_lists": [],
        ]
    }

    // MARK: - Changing

    @concurrent
    private func associate(_ request: Request, _ context: CloudContext, _ joins: Bool) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["named_user_id", "channel_id", "device_type", "email_address"])
        if let email = body.optional("email_address") { throw email.error("this cloud has no e-mail channels") }
        _ = try body.optional("device_type")?.text(limit: 128)
        let name = try joins ? body.required("named_user_id") : body.optional("named_user_id")
        let channel = try body.required("channel_id")
        try await associate(channel, with: try name?.text(limit: Cloud.nameLimit), joins, app)
        return JSONResponse.make(["ok": true])
    }

    private func associate(_ node: BodyNode, with name: String?, _ joins: Bool, _ app: AppRecord) async throws {
        let channel = ChannelID(try node.text(limit: 128))
        let outcome: CloudStore.Association
        if joins, let name {
            outcome = try await cloud.store.associate(channel, with: name, of: app.number)
        } else {
            outcome = try await cloud.store.disassociate(channel, from: name, of: app.number)
        }
        try Self.check(outcome, node)
    }

    private static func check(_ outcome: CloudStore.Association, _ channel: BodyNode) throws(AirshipError) {
        switch outcome {
        case .done: return
        case .unknownChannel: throw channel.error("there is no such channel")
        case .belongsToPerson:
            throw AirshipError.forbidden("The channel is a host's; it belongs to the person as whom the host joined.")
        }
    }

    @Sendable @concurrent private func changeTags(_ request: Request, _ context: CloudContext) async throws -> Response
    {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["audience", "add", "remove", "set"])
        let names = try Self.names(try body.required("audience").required("named_user_id"))
        let change = try TagParser.change(body)
        let unknown = try await cloud.store.changeTags(change, ofNamedUsers: names, of: app.number)
        return WarningEncoder.response(unknown: unknown, kind: "named user", as: "tag_warnings")
    }

    @Sendable @concurrent private func uninstall(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        let names = try Self.names(try body.required("named_user_id"), limit: 100)
        try await cloud.store.removeNamedUsers(names, of: app.number)
        return JSONResponse.make(["ok": true], status: .accepted)
    }

    @Sendable @concurrent private func update(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let name = try Self.name(context)
        let body = try await AirshipBody.read(request)
        let members = try body.members(["associate", "disassociate", "tags", "attributes"])
        guard !members.isEmpty else {
            throw body.error("one of associate, disassociate, tags and attributes is wanted")
        }
        let change = try members["tags"].map { node throws(AirshipError) in try TagParser.change(node) }
        let attributes = try members["attributes"].map { node throws(AirshipError) in
            try AttributeParser.changes(node)
        }
        let leaving = try Self.channels(members["disassociate"])
        let joining = try Self.channels(members["associate"])
        let outcome = try await cloud.store.changeNamedUser(
            name,
            of: app.number,
            by: NamedUserChange(
                disassociated: leaving.map(\.id),
                associated: joining.map(\.id),
                tags: change ?? TagChange(),
                attributes: attributes ?? []
            )
        )
        var answer: [String: JSONValue] = ["ok": true]
        switch outcome {
        case .done(let outcome): answer["attribute_warnings"] = AttributeEncoder.warning(outcome, of: "named user")
        case .refused(let id, let association):
            try Self.check(association, (leaving + joining).first { $0.id == id }?.node ?? body)
        }
        return JSONResponse.make(.object(answer))
    }

    /// Parses a list of channels, each an id or an object that contains one.
    private static func channels(_ list: BodyNode?) throws(AirshipError) -> [(id: ChannelID, node: BodyNode)] {
        var channels: [(id: ChannelID, node: BodyNode)] = []
        for element in try list?.elements(limit: 100) ?? [] {
            let node = try element.identifier(named: "channel_id")
            channels.append((ChannelID(try node.text(limit: 128)), node))
        }
        return channels
    }

    // MARK: - Names

    /// Returns the named user in the path of a request.
    static func name(_ context: CloudContext) throws -> String {
        let raw = try context.parameters.require("name")
        guard let name = raw.removingPercentEncoding, (1...Cloud.nameLimit).contains(name.utf8.count),
            !name.utf8.contains(0)
        else {
            throw AirshipError(.badRequest, 1, "This is no name of a user.")
        }
        return name
    }

    /// Parses the names of users, or a single name.
    static func names(_ node: BodyNode, limit: Int = limit) throws(AirshipError) -> [String] {
        var names: [String] = []
        for element in try node.oneOrMore(limit: limit) { names.append(try element.text(limit: Cloud.nameLimit)) }
        return names
    }
}
