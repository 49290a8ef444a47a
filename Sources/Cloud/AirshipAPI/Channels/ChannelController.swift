import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves the routes with which senders manage channels: `/api/channels`.
struct ChannelController: Sendable {
    /// The largest number of channels in one request.
    static let limit = 1000

    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.get("channels", use: list)
        routes.get("channels/:id", use: get)
        routes.post("channels/uninstall", use: uninstall)
        routes.post("channels/tags", use: changeTags)
        routes.post("channels/subscription_lists", use: changeSubscriptions)
        routes.post("channels/open", use: saveOpen)
        routes.post("channels/open/uninstall", use: uninstallOpen)
        routes.post("channels/open/tags", use: changeOpenTags)
    }

    // MARK: - Reading

    @Sendable @concurrent private func get(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let id = ChannelID(try context.parameters.require("id"))
        guard let channel = try await cloud.store.channel(id, of: app.number) else {
            throw AirshipError.notFound("There is no such channel.")
        }
        return JSONResponse.make(["ok": true, "channel": ChannelEncoder.json(channel)])
    }

    @Sendable @concurrent private func list(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let page = try ListPage(request, usual: 1000)
        let after = try page.startNumber().map { ChannelNumber($0) }
        let channels = try await cloud.store.channels(of: app.number, after: after, limit: page.limit)
        return page.response(channels, as: "channels", at: address(request), ChannelEncoder.json) {
            String($0.number.value)
        }
    }

    private func address(_ request: Request) -> String {
        "\(BaseURL.of(request, cloud.configuration))/api/channels/"
    }

    // MARK: - Removing

    @Sendable @concurrent private func uninstall(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        var ids: [ChannelID] = []
        for element in try body.elements(limit: Self.limit) {
            let id = try element.identifier(named: "channel_id")
            _ = try element.optional("device_type")?.text(limit: 128)
            ids.append(ChannelID(try id.text(limit: 128)))
        }
        try await cloud.store.removeChannels(ids, of: app.number)
        return JSONResponse.make(["ok": true], status: .accepted)
    }

    @Sendable @concurrent private func uninstallOpen(_ request: Request, _ context: CloudContext) async throws
        -> Response
    {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        let removed = try await cloud.store.removeOpenChannel(
            type: try openType(body),
            address: try body.required("address").text(),
            of: app.number
        )
        guard removed else { throw AirshipError.notFound("There is no open channel with this address.") }
        return JSONResponse.make(["ok": true])
    }

    // MARK: - Tags

    @Sendable @concurrent private func changeTags(_ request: Request, _ context: CloudContext) async throws -> Response
    {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["audience", "add", "remove", "set"])
        let ids = try Self.audience(try body.required("audience"))
        let unknown = try await cloud.store.changeTags(try TagParser.change(body), ofChannels: ids, of: app.number)
        return WarningEncoder.response(unknown: unknown.map(\.text), kind: "channel", as: "warnings")
    }

    @Sendable @concurrent private func changeSubscriptions(
        _ request: Request,
        _ context: CloudContext
    ) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        let ids = try Self.audience(try body.required("audience"))
        let change = try SubscriptionParser.change(try body.required("subscription_lists"))
        let unknown = try await cloud.store.changeTags(change, ofChannels: ids, of: app.number)
        return WarningEncoder.response(unknown: unknown.map(\.text), kind: "channel", as: "warnings")
    }

    @Sendable @concurrent private func changeOpenTags(_ request: Request, _ context: CloudContext) async throws
        -> Response
    {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        let audience = try body.required("audience")
        let id = try await cloud.store.openChannel(
            type: try openType(audience),
            address: try audience.required("address").text(),
            of: app.number
        )
        guard let id else { throw AirshipError.notFound("There is no open channel with this address.") }
        _ = try await cloud.store.changeTags(try TagParser.change(body), ofChannels: [id], of: app.number)
        return JSONResponse.make(["ok": true])
    }

    /// Parses the channels of a change.
    static func audience(_ node: BodyNode) throws(AirshipError) -> [ChannelID] {
        var ids: [ChannelID] = []
        let known: Set<String> = ["ios_channel", "android_channel", "amazon_channel", "open_channel", "channel"]
        for (_, member) in try node.members(known) {
            for element in try member.oneOrMore(limit: limit) {
                ids.append(ChannelID(try element.text(limit: 128)))
            }
        }
        guard !ids.isEmpty else { throw node.error("at least one channel is wanted") }
        guard ids.count <= limit else { throw node.error("at most \(limit) channels are allowed") }
        return ids
    }

    // MARK: - Open channels

    @Sendable @concurrent private func saveOpen(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let channel = try (try await AirshipBody.read(request)).required("channel")
        _ = try channel.members([
            "type", "channel_id", "address", "opt_in", "open", "tags", "set_tags", "timezone", "locale_country",
            "locale_language",
        ])
        _ = try channel.required("type").choice(["open"])
        for name in ["timezone", "locale_country", "locale_language"] {
            _ = try channel.optional(name)?.text(limit: 64)
        }
        if let flag = channel.optional("set_tags") { _ = try flag.boolean() }
        let open = try channel.required("open")
        let known = try channel.optional("channel_id").map { node throws(AirshipError) in
            ChannelID(try node.text(limit: 128))
        }
        let address = try channel.optional("address").map { node throws(AirshipError) in try node.text() }
        guard address != nil || known != nil else { throw channel.error("an address is wanted") }
        let identifiers = try open.optional("identifiers")?.strings(limit: 16 * 1024)
        let tags = try channel.optional("tags").map { node throws(AirshipError) in try TagParser.tags(node) }
        let id = try await cloud.store.saveOpenChannel(
            NewChannel(
                id: ChannelID(Secret.uuid()),
                type: try openType(open),
                address: address,
                optIn: try channel.required("opt_in").boolean(),
                properties: (["identifiers": .object((identifiers ?? [:]).mapValues { .string($0) })] as JSONValue)
                    .jsonText,
                tags: tags.map { [AudienceParser.deviceGroup: $0] } ?? [:]
            ),
            known: known,
            tags: tags,
            of: app.number
        )
        guard let id else { throw AirshipError.notFound("There is no such channel.") }
        return JSONResponse.make(["ok": true, "channel_id": .string(id.text)])
    }

    private func openType(_ node: BodyNode) throws(AirshipError) -> String {
        let name = try node.required("open_platform_name")
        let platform = try name.text(limit: 100)
        guard "open::\(platform)" != ChannelPlatform.host else {
            throw name.error("\"today\" is the platform of hosts, which join with a token")
        }
        return "open::\(platform)"
    }
}
