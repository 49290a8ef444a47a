import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

enum StaticListController {
    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.post, "lists", add)
        routes.on(.get, "lists", list)
        routes.on(.get, "lists/:name", get)
        routes.on(.put, "lists/:name", update)
        routes.on(.delete, "lists/:name", remove)
        routes.on(.put, "lists/:name/csv", upload)
        routes.on(.get, "lists/:name/csv", download)
    }

    private static func add(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body(["name", "description", "extra"])
        let name = try StaticListName.read(try body.required("name"))
        let (description, extra) = try metadata(body)
        try await request.store.addStaticList(name, description: description, extra: extra, to: request.app.number)
        var response = JSONResponse.ok(status: .created)
        response.headers[.location] = "\(request.base)/lists/\(name)"
        return response
    }

    private static func list(_ request: SenderRequest) async throws -> Response {
        let page = try ListPage(request)
        let lists = try await request.store.staticLists(of: request.app.number, after: page.start, limit: page.limit)
        return try page.response(lists, as: "lists", { .object(try view($0)) }, cursor: \.name)
    }

    private static func get(_ request: SenderRequest) async throws -> Response {
        JSONResponse.ok(try view(try await known(request)))
    }

    private static func update(_ request: SenderRequest) async throws -> Response {
        let list = try await known(request)
        let body = try await request.body(["name", "description", "extra"])
        if let name = body.optional("name"), try name.text(limit: 64) != list.name {
            throw name.error("a list keeps its name; make another one")
        }
        let (description, extra) = try metadata(body)
        let isDone = try await request.store.updateStaticList(
            list.name,
            description: description,
            extra: extra,
            of: request.app.number
        )
        guard isDone else { throw unknown }
        return JSONResponse.ok()
    }

    private static func remove(_ request: SenderRequest) async throws -> Response {
        let list = try await known(request)
        guard try await request.cloud.removeStaticList(list.name, of: request.app) else { throw unknown }
        return JSONResponse.done()
    }

    private static func upload(_ request: SenderRequest) async throws -> Response {
        let list = try await known(request)
        try await request.cloud.listUploads.run(of: request.app.number) {
            let body = try await BodyReader.bytes(of: request.request, limit: StaticListFile.limit)
            var file = StaticListFile(body)
            try await request.cloud.replaceMembers(of: list, by: { try file.next() }, of: request.app)
        }
        return JSONResponse.ok(status: .accepted)
    }

    private static func download(_ request: SenderRequest) async throws -> Response {
        let list = try await known(request)
        return Response(
            status: .ok,
            headers: [.contentType: StaticListFile.mediaType, .cacheControl: "no-store"],
            body: ResponseBody { [store = request.store, app = request.app.number] writer in
                var cursor = list.upload == nil ? nil : Optional(ListCursor.start)
                while let next = cursor, let upload = list.upload {
                    let (page, end) = try await store.listedChannels(of: upload, app, after: next)
                    let text = page.map(StaticListFile.row).joined()
                    if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                    cursor = end
                }
                try await writer.finish(nil)
            }
        )
    }

    private static var unknown: AirshipError { .notFound("There is no such list.") }

    private static func known(_ request: SenderRequest) async throws -> StaticListRecord {
        let name = try request.component("name").removingPercentEncoding ?? ""
        guard !name.utf8.contains(0), let list = try await request.store.staticList(name, of: request.app.number) else {
            throw unknown
        }
        return list
    }

    /// Parses `description`, up to 1000 bytes, and `extra`, up to 100 strings of up to 1024 bytes.
    private static func metadata(_ body: BodyNode) throws(AirshipError) -> (description: String?, extra: String?) {
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

    private static func view(_ list: StaticListRecord) throws -> [String: JSONValue] {
        [
            "name": .string(list.name), "description": list.description.map { .string($0) } ?? .null,
            "extra": try list.extra.map { try JSONValue(parsing: $0) } ?? [:],
            "created": .string(AirshipDate.text(list.created)),
            "last_updated": .string(AirshipDate.text(list.updated)),
            "channel_count": .integer(list.channelCount), "status": "ready",
        ]
    }
}
