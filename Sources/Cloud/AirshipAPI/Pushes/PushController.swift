import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

enum PushController {
    /// The largest size of a body of up to 100 pushes, in bytes.
    static let bodyLimit = 5 * 1024 * 1024

    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.post, "push", send)
        routes.on(.post, "push/validate", validate)
    }

    private static func send(_ request: SenderRequest) async throws -> Response {
        let accepted = try await request.cloud.accept(try await specifications(request), of: request.app)
        var answer: [String: JSONValue] = [
            "operation_id": .string(Secret.uuid()), "content_urls": [], "localized_ids": [],
            "push_ids": .array(accepted.map { .string($0.id.text) }),
        ]
        let messages = accepted.compactMap(\.message?.id)
        if !messages.isEmpty { answer["message_ids"] = .array(messages.map { .string($0.text) }) }
        return JSONResponse.ok(answer, status: .accepted)
    }

    private static func validate(_ request: SenderRequest) async throws -> Response {
        _ = try await specifications(request)
        return JSONResponse.ok()
    }

    private static func specifications(_ request: SenderRequest) async throws -> [PushSpecification] {
        let body = try await request.body(limit: bodyLimit)
        let pushes = try body.oneOrMore(limit: PushParser.limit)
        let now = request.cloud.now()
        let specifications = try pushes.map { try PushParser.parse($0, now: now) }
        try await request.checkAudiences(try pushes.map { try $0.required("audience") })
        return specifications
    }
}
