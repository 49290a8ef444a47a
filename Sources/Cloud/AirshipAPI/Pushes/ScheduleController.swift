import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

enum ScheduleController {
    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.post, "schedules", add)
        routes.on(.get, "schedules", list)
        routes.on(.get, "schedules/:id", get)
        routes.on(.put, "schedules/:id", replace)
        routes.on(.delete, "schedules/:id", remove)
        routes.on(.post, "schedules/:id/pause") { try await pause($0, true) }
        routes.on(.post, "schedules/:id/resume") { try await pause($0, false) }
    }

    private static func add(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body(limit: PushController.bodyLimit)
        let parsed = try await parse(try body.oneOrMore(limit: ScheduleParser.limit), request)
        let schedules = try parsed.map { try $0.schedule(id: ScheduleID(Secret.uuid())) }
        try await request.store.add(schedules, to: request.app.number)
        return JSONResponse.ok(try saved(schedules, request), status: .created)
    }

    private static func list(_ request: SenderRequest) async throws -> Response {
        let page = try ListPage(request)
        let after = try page.startNumber()
        let app = request.app.number
        let (total, schedules) = try await request.store.schedules(of: app, after: after, limit: page.limit)
        return try page.response(
            schedules,
            as: "schedules",
            with: ["count": .integer(schedules.count), "total_count": .integer(total)],
            { try show($0.definition, id: $0.id, request) },
            cursor: { String($0.number) }
        )
    }

    private static func get(_ request: SenderRequest) async throws -> Response {
        let schedule = try await schedule(request)
        return JSONResponse.make(try show(schedule.definition, id: schedule.id, request))
    }

    private static func replace(_ request: SenderRequest) async throws -> Response {
        let known = try await schedule(request)
        let parsed = try await parse([try await request.body(limit: PushController.bodyLimit)], request)
        let schedule = try parsed[0].schedule(id: known.id)
        guard try await request.store.replace(schedule, of: request.app.number) else { throw unknown }
        return JSONResponse.ok(try saved([schedule], request))
    }

    private static func remove(_ request: SenderRequest) async throws -> Response {
        guard try await request.store.removeSchedule(try request.id(), of: request.app.number) else { throw unknown }
        return JSONResponse.done()
    }

    private static func pause(_ request: SenderRequest, _ isPaused: Bool) async throws -> Response {
        let known = try await schedule(request)
        guard var members = try JSONValue(parsing: known.definition).objectValue,
            var schedule = members["schedule"]?.objectValue, var recurring = schedule["recurring"]?.objectValue
        else {
            throw AirshipError(.badRequest, 2, "Only a recurring schedule can be paused.")
        }
        recurring["paused"] = .bool(isPaused)
        schedule["recurring"] = .object(recurring)
        members["schedule"] = .object(schedule)
        // Times that passed during the pause are skipped.
        let parser = ScheduleParser(now: request.cloud.now(), isKnown: true)
        let changed = try parser.parse(BodyNode(.object(members), path: "")).schedule(id: known.id)
        guard try await request.store.replace(changed, version: known.version, of: request.app.number) else {
            throw AirshipError(.conflict, 0, "The schedule was changed meanwhile; try again.")
        }
        request.cloud.schedulesChanged()
        return JSONResponse.done()
    }

    private static var unknown: AirshipError { .notFound("There is no such schedule.") }

    private static func schedule(_ request: SenderRequest) async throws -> ScheduleRecord {
        guard let schedule = try await request.store.schedule(try request.id(), of: request.app.number) else {
            throw unknown
        }
        return schedule
    }

    private static func parse(_ nodes: [BodyNode], _ request: SenderRequest) async throws -> [ScheduleParser.Parsed] {
        let parser = ScheduleParser(now: request.cloud.now())
        let parsed = try nodes.map { try parser.parse($0) }
        try await request.checkAudiences(try nodes.map { try $0.required("push").required("audience") })
        return parsed
    }

    /// Announces changed schedules to the cloud, and returns them for their sender.
    private static func saved(_ schedules: [NewSchedule], _ request: SenderRequest) throws -> [String: JSONValue] {
        request.cloud.schedulesChanged()
        return [
            "operation_id": .string(Secret.uuid()), "schedule_ids": .array(schedules.map { .string($0.id.text) }),
            "schedule_urls": .array(schedules.map { url($0.id, request) }),
            "schedules": .array(try schedules.map { try show($0.definition, id: $0.id, request) }),
        ]
    }

    private static func show(_ definition: String, id: ScheduleID, _ request: SenderRequest) throws -> JSONValue {
        var members = try JSONValue(parsing: definition).objectValue ?? [:]
        members["url"] = url(id, request)
        return .object(members)
    }

    private static func url(_ id: ScheduleID, _ request: SenderRequest) -> JSONValue {
        .string("\(request.base)/schedules/\(id)")
    }
}
