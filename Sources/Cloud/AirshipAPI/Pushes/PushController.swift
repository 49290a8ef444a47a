import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves `/api/push`.
struct PushController: Sendable {
    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.post("push", use: send)
        routes.post("push/validate", use: validate)
    }

    @Sendable @concurrent private func send(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let accepted = try await cloud.accept(try await specifications(request, app), of: app)
        var answer: [String: JSONValue] = [
            "ok": true, "operation_id": .string(Secret.uuid()), "content_urls": [], "localized_ids": [],
            "push_ids": .array(accepted.map { .string($0.id.text) }),
        ]
        let messages = accepted.compactMap(\.message?.id)
        if !messages.isEmpty { answer["message_ids"] = .array(messages.map { .string($0.text) }) }
        return JSONResponse.make(.object(answer), status: .accepted)
    }

    @Sendable @concurrent private func validate(_ request: Request, _ context: CloudContext) async throws -> Response {
        _ = try await specifications(request, try await access.app(request, context))
        return JSONResponse.make(["ok": true])
    }

    private func specifications(_ request: Request, _ app: AppRecord) async throws -> [PushSpecification] {
        let body = try await AirshipBody.read(request, limit: AirshipBody.pushLimit)
        let specifications = try PushParser.parseAll(body, now: cloud.now())
        let check = AudienceValidator(store: cloud.store, app: app.number)
        try await check.check(try body.oneOrMore(limit: PushParser.limit).map { try $0.required("audience") })
        return specifications
    }
}
