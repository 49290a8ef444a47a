import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves `/api/reports/perpush/detail`, without the members that Documentation/CompatibleRoutes.md names.
enum PushReportController {
    /// The largest number of pushes in one request.
    static let limit = 100

    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.get, "reports/perpush/detail/:id", get)
        routes.on(.post, "reports/perpush/detail", getAll)
    }

    private static func get(_ request: SenderRequest) async throws -> Response {
        guard let report = try await request.store.pushReports([try request.id()], of: request.app.number).first else {
            throw AirshipError.notFound("There is no such push.")
        }
        return JSONResponse.make(json(report, request.app))
    }

    private static func getAll(_ request: SenderRequest) async throws -> Response {
        let elements = try await request.body(["push_ids"]).required("push_ids").elements(limit: limit, atLeast: "id")
        let ids = try elements.map { element throws(AirshipError) -> PushID in try element.id() }
        let reports = try await request.store.pushReports(ids, of: request.app.number)
        return JSONResponse.make(.array(reports.map { json($0, request.app) }))
    }

    private static func json(_ report: PushReport, _ app: AppRecord) -> JSONValue {
        var platforms: [String: Int] = [:]
        for (type, count) in report.channels {
            platforms[ChannelPlatform.open.includes(type) ? "open" : type, default: 0] += count.sends
        }
        return [
            "app_key": .string(app.key), "push_id": .string(report.id.text),
            "created": .string(AirshipDate.text(report.created, separator: " ")),
            "sends": .integer(platforms.values.reduce(0, +)),
            "platforms": .object(platforms.mapValues { ["sends": .integer($0)] }),
            "rich_sends": .integer(report.message.sends), "rich_responses": .integer(report.message.responses),
            "rich_deletions": .integer(report.message.deletions),
        ]
    }
}
