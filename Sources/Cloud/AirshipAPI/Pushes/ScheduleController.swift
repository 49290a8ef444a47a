import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves `/api/schedules`.
struct ScheduleController: Sendable {
    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.post("schedules", use: add)
        routes.get("schedules", use: list)
        routes.get("schedules/:id", use: get)
        routes.put("schedules/:id", use: replace)
        routes.delete("schedules/:id", use: remove)
        routes.post("schedules/:id/pause") { try await self.pause($0, $1, true) }
        routes.post("schedules/:id/resume") { try await self.pause($0, $1, false) }
    }

    // MARK: - Adding and listing

    @Sendable @concurrent private func add(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request, limit: AirshipBody.pushLimit)
        let parser = ScheduleParser(now: cloud.now())
        let nodes = try body.oneOrMore(limit: ScheduleParser.limit)
        let parsed = try nodes.map { try parser.parse($0) }
        try await checkAudiences(nodes, app)
        let schedules = try parsed.map { parsed in
            try parsed.work.schedule(
                id: ScheduleID(Secret.uuid()),
                definition: parsed.definition.jsonText,
                isPaused: parsed.isPaused
            )
        }
        try await cloud.store.add(schedules, to: app.number)
        cloud.schedulesChanged()
        let base = base(request)
        let shown = try schedules.map { try show($0.definition, id: $0.id, base) }
        return JSONResponse.make(answer(shown, schedules.map(\.id), base), status: .created)
    }

    @Sendable @concurrent private func list(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let page = try ListPage(request)
        let after = try page.startNumber()
        let (total, schedules) = try await cloud.store.schedules(of: app.number, after: after, limit: page.limit)
        let base = base(request)
        return try page.response(
            schedules,
            as: "schedules",
            at: "\(base)/api/schedules/",
            with: ["count": .integer(schedules.count), "total_count": .integer(total)],
            { try show($0.definition, id: $0.id, base) },
            cursor: { String($0.number) }
        )
    }

    // MARK: - One schedule

    @Sendable @concurrent private func get(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let schedule = try await schedule(context, of: app)
        return JSONResponse.make(try show(schedule.definition, id: schedule.id, base(request)))
    }

    @Sendable @concurrent private func replace(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let known = try await schedule(context, of: app)
        let body = try await AirshipBody.read(request, limit: AirshipBody.pushLimit)
        let parsed = try ScheduleParser(now: cloud.now()).parse(body)
        try await checkAudiences([body], app)
        let schedule = try parsed.work.schedule(
            id: known.id,
            definition: parsed.definition.jsonText,
            isPaused: parsed.isPaused
        )
        guard try await cloud.store.replace(schedule, of: app.number) else { throw Self.unknown }
        cloud.schedulesChanged()
        let base = base(request)
        return JSONResponse.make(answer([try show(schedule.definition, id: known.id, base)], [known.id], base))
    }

    @Sendable @concurrent private func remove(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let id = ScheduleID(try context.parameters.require("id"))
        guard try await cloud.store.removeSchedule(id, of: app.number) else { throw Self.unknown }
        return JSONResponse.done()
    }

    @concurrent private func pause(_ request: Request, _ context: CloudContext, _ isPaused: Bool) async throws
        -> Response
    {
        let app = try await access.app(request, context)
        let known = try await schedule(context, of: app)
        var definition = try JSONValue(parsing: known.definition)
        guard var schedule = definition["schedule"]?.objectValue, var recurring = schedule["recurring"]?.objectValue,
            var members = definition.objectValue
        else {
            throw AirshipError(.badRequest, 2, "Only a recurring schedule can be paused.")
        }
        recurring["paused"] = .bool(isPaused)
        schedule["recurring"] = .object(recurring)
        members["schedule"] = .object(schedule)
        definition = .object(members)
        // Times that passed during the pause are skipped.
        let parser = ScheduleParser(now: cloud.now(), isKnown: true)
        let parsed = try parser.parse(BodyNode(definition, path: ""))
        let changed = try parsed.work.schedule(id: known.id, definition: definition.jsonText, isPaused: isPaused)
        guard try await cloud.store.replace(changed, version: known.version, of: app.number) else {
            throw AirshipError(.conflict, 0, "The schedule was changed meanwhile; try again.")
        }
        cloud.schedulesChanged()
        return JSONResponse.done()
    }

    // MARK: - Parts

    private static var unknown: AirshipError { .notFound("There is no such schedule.") }

    private func schedule(_ context: CloudContext, of app: AppRecord) async throws -> ScheduleRecord {
        let id = ScheduleID(try context.parameters.require("id"))
        guard let schedule = try await cloud.store.schedule(id, of: app.number) else { throw Self.unknown }
        return schedule
    }

    private func checkAudiences(_ schedules: [BodyNode], _ app: AppRecord) async throws {
        let selectors = try schedules.map { try $0.required("push").required("audience") }
        try await AudienceValidator(store: cloud.store, app: app.number).check(selectors)
    }

    private func base(_ request: Request) -> String { BaseURL.of(request, cloud.configuration) }

    private func url(_ id: ScheduleID, _ base: String) -> String { "\(base)/api/schedules/\(id)" }

    private func show(_ definition: String, id: ScheduleID, _ base: String) throws -> JSONValue {
        var members = try JSONValue(parsing: definition).objectValue ?? [:]
        members["url"] = .string(url(id, base))
        return .object(members)
    }

    private func answer(_ shown: [JSONValue], _ ids: [ScheduleID], _ base: String) -> JSONValue {
        [
            "ok": true, "operation_id": .string(Secret.uuid()),
            "schedule_ids": .array(ids.map { .string($0.text) }),
            "schedule_urls": .array(ids.map { .string(url($0, base)) }), "schedules": .array(shown),
        ]
    }
}
