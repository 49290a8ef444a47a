import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON

enum SegmentController {
    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.post, "segments", add)
        routes.on(.get, "segments", list)
        routes.on(.get, "segments/:id", get)
        routes.on(.put, "segments/:id", replace)
        routes.on(.delete, "segments/:id", remove)
    }

    private static func add(_ request: SenderRequest) async throws -> Response {
        let segment = try await read(request, SegmentID(Secret.uuid()))
        try await request.store.add(segment, to: request.app.number)
        let ids: [String: JSONValue] = [
            "operation_id": .string(Secret.uuid()), "segment_id": .string(segment.id.text),
        ]
        var response = JSONResponse.ok(ids, status: .created)
        response.headers[.location] = "\(request.base)/segments/\(segment.id)"
        return response
    }

    private static func list(_ request: SenderRequest) async throws -> Response {
        let page = try ListPage(request)
        let after = try page.startNumber()
        let segments = try await request.store.segments(of: request.app.number, after: after, limit: page.limit)
        return page.response(segments, as: "segments", { .object(view($0)) }, cursor: { String($0.number) })
    }

    private static func get(_ request: SenderRequest) async throws -> Response {
        guard let segment = try await request.store.segments([try request.id()], of: request.app.number).first else {
            throw unknown
        }
        var answer = view(segment)
        answer["criteria"] = try JSONValue(parsing: segment.definition)
        return JSONResponse.make(.object(answer))
    }

    private static func replace(_ request: SenderRequest) async throws -> Response {
        let segment = try await read(request, try request.id())
        guard try await request.store.replace(segment, of: request.app.number) else { throw unknown }
        return JSONResponse.ok()
    }

    private static func remove(_ request: SenderRequest) async throws -> Response {
        guard try await request.store.removeSegment(try request.id(), of: request.app.number) else { throw unknown }
        return JSONResponse.done()
    }

    private static var unknown: AirshipError { .notFound("There is no such segment.") }

    private static func read(_ request: SenderRequest, _ id: SegmentID) async throws -> NewSegment {
        let body = try await request.body(["display_name", "criteria"])
        let name = try body.required("display_name").text(limit: 256)
        let criteria = try body.required("criteria")
        let (audience, references) = try AudienceParser.parseWithReferences(criteria)
        for case (.segment, let node) in references {
            throw node.error("a segment cannot be made of other segments")
        }
        try await request.checkAudiences([criteria])
        return try NewSegment(id: id, name: name, definition: criteria.value.jsonText, audience: audience)
    }

    /// Encodes a segment; dates are milliseconds since 1970, as in Airship's API.
    private static func view(_ segment: SegmentRecord) -> [String: JSONValue] {
        [
            "id": .string(segment.id.text), "display_name": .string(segment.name),
            "creation_date": .integer(Int(segment.created.timeIntervalSince1970 * 1000)),
            "modification_date": .integer(Int(segment.modified.timeIntervalSince1970 * 1000)),
        ]
    }
}
