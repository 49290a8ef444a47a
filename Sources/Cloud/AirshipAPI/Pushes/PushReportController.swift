import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves `/api/reports/perpush/detail`: reports on pushes.
///
/// Members for which the cloud has no data are left out; Documentation/CompatibleRoutes.md names them.
struct PushReportController: Sendable {
    /// The largest number of pushes in one request.
    static let limit = 100

    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.get("reports/perpush/detail/:id", use: get)
        routes.post("reports/perpush/detail", use: getAll)
    }

    @Sendable @concurrent private func get(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let id = PushID(try context.parameters.require("id"))
        guard let report = try await cloud.store.pushReports([id], of: app.number).first else {
            throw AirshipError.notFound("There is no such push.")
        }
        return JSONResponse.make(Self.json(report, app))
    }

    @Sendable @concurrent private func getAll(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["push_ids"])
        let list = try body.required("push_ids")
        let elements = try list.elements(limit: Self.limit)
        guard !elements.isEmpty else { throw list.error("at least one id is wanted") }
        var ids: [PushID] = []
        for element in elements { ids.append(PushID(try element.text(limit: 128))) }
        let reports = try await cloud.store.pushReports(ids, of: app.number)
        return JSONResponse.make(.array(reports.map { Self.json($0, app) }))
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
