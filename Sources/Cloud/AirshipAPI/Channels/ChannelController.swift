import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

enum ChannelController {
    /// The largest number of channels in one request.
    static let limit = 1000

    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.get, "channels", list)
        routes.on(.get, "channels/:id", get)
        routes.on(.post, "channels/uninstall", uninstall)
        routes.on(.post, "channels/tags", changeTags)
        routes.on(.post, "channels/subscription_lists", changeSubscriptions)
        routes.on(.post, "channels/open", saveOpen)
        routes.on(.post, "channels/open/uninstall", uninstallOpen)
        routes.on(.post, "channels/open/tags", changeOpenTags)
    }

    private static func get(_ request: SenderRequest) async throws -> Response {
        guard let channel = try await request.store.channel(try request.id(), of: request.app.number) else {
            throw AirshipError.notFound("There is no such channel.")
        }
        return JSONResponse.ok(["channel": ChannelEncoder.json(channel)])
    }

    private static func list(_ request: SenderRequest) async throws -> Response {
        let page = try ListPage(request, usual: 1000)
        let after = try page.startNumber().map { ChannelNumber($0) }
        let channels = try await request.store.channels(of: request.app.number, after: after, limit: page.limit)
        return page.response(channels, as: "channels", ChannelEncoder.json) { String($0.number.value) }
    }

    private static func uninstall(_ request: SenderRequest) async throws -> Response {
        let ids = try await request.body().elements(limit: limit).map { element throws(AirshipError) -> ChannelID in
            let id = try element.identifier(named: "channel_id")
            _ = try element.optional("device_type")?.text(limit: 128)
            return try id.id()
        }
        try await request.store.removeChannels(ids, of: request.app.number)
        return JSONResponse.ok(status: .accepted)
    }

    private static func uninstallOpen(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body()
        let removed = try await request.store.removeOpenChannel(
            type: try openType(body),
            address: try body.required("address").text(),
            of: request.app.number
        )
        guard removed else { throw AirshipError.notFound("There is no open channel with this address.") }
        return JSONResponse.ok()
    }

    private static func changeTags(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body(["audience", "add", "remove", "set"])
        return try await change(request, audience(try body.required("audience")), by: TagParser.change(body))
    }

    private static func changeSubscriptions(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body()
        let ids = try audience(try body.required("audience"))
        return try await change(request, ids, by: SubscriptionParser.change(body.required("subscription_lists")))
    }

    private static func change(
        _ request: SenderRequest,
        _ ids: [ChannelID],
        by change: TagChange
    ) async throws -> Response {
        let unknown = try await request.store.changeTags(change, ofChannels: ids, of: request.app.number)
        return WarningEncoder.response(unknown: unknown.map(\.text), kind: "channel", as: "warnings")
    }

    private static func changeOpenTags(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body()
        let audience = try body.required("audience")
        let id = try await request.store.openChannel(
            type: try openType(audience),
            address: try audience.required("address").text(),
            of: request.app.number
        )
        guard let id else { throw AirshipError.notFound("There is no open channel with this address.") }
        _ = try await request.store.changeTags(try TagParser.change(body), ofChannels: [id], of: request.app.number)
        return JSONResponse.ok()
    }

    static func audience(_ node: BodyNode) throws(AirshipError) -> [ChannelID] {
        var ids: [ChannelID] = []
        let known: Set<String> = ["ios_channel", "android_channel", "amazon_channel", "open_channel", "channel"]
        for (_, member) in try node.members(known) {
            ids += try member.texts(limit: limit, length: 128).map { ChannelID($0) }
        }
        guard !ids.isEmpty else { throw node.error("at least one channel is wanted") }
        guard ids.count <= limit else { throw node.error("at most \(limit) channels are allowed") }
        return ids
    }

    private static func saveOpen(_ request: SenderRequest) async throws -> Response {
        let channel = try await request.body().required("channel")
        try channel.members([
            "type", "channel_id", "address", "opt_in", "open", "tags", "set_tags", "timezone", "locale_country",
            "locale_language",
        ])
        _ = try channel.required("type").choice(["open"])
        for name in ["timezone", "locale_country", "locale_language"] {
            _ = try channel.optional(name)?.text(limit: 64)
        }
        _ = try channel.optional("set_tags")?.boolean()
        let open = try channel.required("open")
        let known: ChannelID? = try channel.optional("channel_id")?.id()
        let address = try channel.optional("address")?.text()
        guard address != nil || known != nil else { throw channel.error("an address is wanted") }
        let identifiers = try open.optional("identifiers")?.strings(limit: 16 * 1024) ?? [:]
        let tags = try channel.optional("tags").map(TagParser.tags)
        let id = try await request.store.saveOpenChannel(
            NewChannel(
                id: ChannelID(Secret.uuid()),
                type: try openType(open),
                address: address,
                optIn: try channel.required("opt_in").boolean(),
                properties: JSONValue.object(["identifiers": .object(identifiers.mapValues { .string($0) })]).jsonText,
                tags: tags.map { [AudienceParser.deviceGroup: $0] } ?? [:]
            ),
            known: known,
            tags: tags,
            of: request.app.number
        )
        guard let id else { throw AirshipError.notFound("There is no such channel.") }
        return JSONResponse.ok(["channel_id": .string(id.text)])
    }

    private static func openType(_ node: BodyNode) throws(AirshipError) -> String {
        let name = try node.required("open_platform_name")
        let platform = try name.text(limit: 100)
        guard "open::\(platform)" != ChannelPlatform.host else {
            throw name.error("\"today\" is the platform of hosts, which join with a token")
        }
        return "open::\(platform)"
    }
}
