import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// Serves static lists: `/api/lists`.
struct StaticListController: Sendable {
    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.post("lists", use: add)
        routes.get("lists", use: list)
        routes.get("lists/:name", use: get)
        routes.put("lists/:name", use: update)
        routes.delete("lists/:name", use: remove)
        routes.put("lists/:name/csv", use: upload)
        routes.get("lists/:name/csv", use: download)
    }

    // MARK: - Lists

    @Sendable @concurrent private func add(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["name", "description", "extra"])
        let name = try StaticListName.read(try body.required("name"))
        let (description, extra) = try metadata(body)
        try await cloud.store.addStaticList(name, description: description, extra: extra, to: app.number)
        var response = JSONResponse.make(["ok": true], status: .created)
        response.headers[.location] = "\(BaseURL.of(request, cloud.configuration))/api/lists/\(name)"
        return response
    }

    @Sendable @concurrent private func list(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let page = try ListPage(request)
        let lists = try await cloud.store.staticLists(of: app.number, after: page.start, limit: page.limit)
        let address = "\(BaseURL.of(request, cloud.configuration))/api/lists/"
        return try page.response(lists, as: "lists", at: address, { .object(try view($0)) }, cursor: \.name)
    }

    @Sendable @concurrent private func get(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (list, _) = try await known(request, context)
        var answer = try view(list)
        answer["ok"] = true
        return JSONResponse.make(.object(answer))
    }

    @Sendable @concurrent private func update(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (list, app) = try await known(request, context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["name", "description", "extra"])
        if let name = body.optional("name"), try name.text(limit: 64) != list.name {
            throw name.error("a list keeps its name; make another one")
        }
        let (description, extra) = try metadata(body)
        let isDone = try await cloud.store.updateStaticList(
            list.name,
            description: description,
            extra: extra,
            of: app.number
        )
        guard isDone else { throw Self.unknown }
        return JSONResponse.make(["ok": true])
    }

    @Sendable @concurrent private func remove(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (list, app) = try await known(request, context)
        guard try await cloud.removeStaticList(list.name, of: app) else { throw Self.unknown }
        return JSONResponse.done()
    }

    // MARK: - Members

    @Sendable @concurrent private func upload(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (list, app) = try await known(request, context)
        try await cloud.listUploads.run(of: app.number) {
            let body = try await BodyReader.bytes(of: request, limit: StaticListFile.limit)
            var file = StaticListFile(body)
            try await cloud.replaceMembers(of: list, by: { try file.next() }, of: app)
        }
        return JSONResponse.make(["ok": true], status: .accepted)
    }

    @Sendable @concurrent private func download(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (list, app) = try await known(request, context)
        let store = cloud.store
        return Response(
            status: .ok,
            headers: [.contentType: StaticListFile.mediaType, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                var cursor = list.upload == nil ? nil : Optional(ListCursor.start)
                while let next = cursor, let upload = list.upload {
                    let (page, end) = try await store.listedChannels(of: upload, app.number, after: next)
                    let text = page.map(StaticListFile.row).joined()
                    if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                    cursor = end
                }
                try await writer.finish(nil)
            }
        )
    }

    // MARK: - Parts

    private static var unknown: AirshipError { .notFound("There is no such list.") }

    private func known(_ request: Request, _ context: CloudContext) async throws -> (StaticListRecord, AppRecord) {
        let app = try await access.app(request, context)
        let name = try context.parameters.require("name").removingPercentEncoding ?? ""
        guard !name.utf8.contains(0), let list = try await cloud.store.staticList(name, of: app.number) else {
            throw Self.unknown
        }
        return (list, app)
    }

    /// Parses `description`, up to 1000 bytes, and `extra`, up to 100 strings of up to 1024 bytes.
    private func metadata(_ body: BodyNode) throws(AirshipError) -> (description: String?, extra: String?) {
        let description = try body.optional("description")?.text(limit: 1000, allowsEmpty: true)
        guard let extra = body.optional("extra") else { return (description, nil) }
        let members = try extra.members()
        guard members.count <= 100 else { throw extra.error("at most 100 members are allowed") }
        for (name, member) in members {
            guard name.utf8.count <= 64 else { throw member.error("the name is longer than 64 bytes") }
            _ = try member.text(limit: 1024, allowsEmpty: true)
        }
        return (description, extra.value.jsonText)
    }

    private func view(_ list: StaticListRecord) throws -> [String: JSONValue] {
        [
            "name": .string(list.name), "description": list.description.map { .string($0) } ?? .null,
            "extra": try list.extra.map { try JSONValue(parsing: $0) } ?? [:],
            "created": .string(AirshipDate.text(list.created)),
            "last_updated": .string(AirshipDate.text(list.updated)),
            "channel_count": .integer(list.channelCount), "status": "ready",
        ]
    }
}
