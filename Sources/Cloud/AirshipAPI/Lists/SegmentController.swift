import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// Serves `/api/segments`.
struct SegmentController: Sendable {
    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.post("segments", use: add)
        routes.get("segments", use: list)
        routes.get("segments/:id", use: get)
        routes.put("segments/:id", use: replace)
        routes.delete("segments/:id", use: remove)
    }

    @Sendable @concurrent private func add(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let segment = try await read(request, SegmentID(Secret.uuid()), of: app)
        try await cloud.store.add(segment, to: app.number)
        let answer: JSONValue = [
            "ok": true, "operation_id": .string(Secret.uuid()), "segment_id": .string(segment.id.text),
        ]
        var response = JSONResponse.make(answer, status: .created)
        response.headers[.location] = "\(BaseURL.of(request, cloud.configuration))/api/segments/\(segment.id)"
        return response
    }

    @Sendable @concurrent private func list(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let page = try ListPage(request)
        let after = try page.startNumber()
        let segments = try await cloud.store.segments(of: app.number, after: after, limit: page.limit)
        let address = "\(BaseURL.of(request, cloud.configuration))/api/segments/"
        return page.response(
            segments,
            as: "segments",
            at: address,
            { .object(view($0)) },
            cursor: { String($0.number) }
        )
    }

    @Sendable @concurrent private func get(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let id = SegmentID(try context.parameters.require("id"))
        guard let segment = try await cloud.store.segments([id], of: app.number).first else { throw Self.unknown }
        var answer = view(segment)
        answer["criteria"] = try JSONValue(parsing: segment.definition)
        return JSONResponse.make(.object(answer))
    }

    @Sendable @concurrent private func replace(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let id = SegmentID(try context.parameters.require("id"))
        let segment = try await read(request, id, of: app)
        guard try await cloud.store.replace(segment, of: app.number) else { throw Self.unknown }
        return JSONResponse.make(["ok": true])
    }

    @Sendable @concurrent private func remove(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let id = SegmentID(try context.parameters.require("id"))
        guard try await cloud.store.removeSegment(id, of: app.number) else { throw Self.unknown }
        return JSONResponse.done()
    }

    private static var unknown: AirshipError { .notFound("There is no such segment.") }

    private func read(_ request: Request, _ id: SegmentID, of app: AppRecord) async throws -> NewSegment {
        let body = try await AirshipBody.read(request)
        _ = try body.members(["display_name", "criteria"])
        let name = try body.required("display_name").text(limit: 256)
        let criteria = try body.required("criteria")
        let audience = try AudienceParser.parse(criteria)
        for reference in try AudienceReference.all(in: criteria) {
            guard case .segment = reference.target else { continue }
            throw reference.node.error("a segment cannot be made of other segments")
        }
        try await AudienceValidator(store: cloud.store, app: app.number).check([criteria])
        return try NewSegment(id: id, name: name, definition: criteria.value.jsonText, audience: audience)
    }

    /// Encodes a segment; dates are milliseconds since 1970, as in Airship's API.
    private func view(_ segment: SegmentRecord) -> [String: JSONValue] {
        [
            "id": .string(segment.id.text), "display_name": .string(segment.name),
            "creation_date": .integer(Int(segment.created.timeIntervalSince1970 * 1000)),
            "modification_date": .integer(Int(segment.modified.timeIntervalSince1970 * 1000)),
        ]
    }
}
