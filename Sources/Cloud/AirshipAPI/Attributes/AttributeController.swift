import CloudStorage
import HTTPServing
import Hummingbird
import JSON

enum AttributeController {
    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.post, "channels/attributes", change)
        routes.on(.post, "named_users/:name/attributes", changeOfUser)
    }

    private static func change(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body(["audience", "attributes"])
        let audience = try body.required("audience")
        let changes = try AttributeParser.changes(try body.required("attributes"))
        if let users = audience.optional("named_user_id") {
            try audience.members(["named_user_id"])
            let names = try NamedUserController.names(users)
            let outcome = try await request.store.changeAttributes(changes, ofNamedUsers: names, of: request.app.number)
            return answer(AttributeEncoder.warning(outcome, of: "named user"), as: "warning")
        }
        let ids = try ChannelController.audience(audience)
        let outcome = try await request.store.changeAttributes(changes, ofChannels: ids, of: request.app.number)
        return answer(AttributeEncoder.warning(outcome, of: "channel"), as: "warning")
    }

    private static func changeOfUser(_ request: SenderRequest) async throws -> Response {
        let name = try NamedUserController.name(of: request)
        let changes = try AttributeParser.changes(try await request.body(["attributes"]).required("attributes"))
        let outcome = try await request.store.changeAttributes(changes, ofNamedUsers: [name], of: request.app.number)
        guard outcome.unknown.isEmpty else { throw AirshipError.notFound("There is no such named user.") }
        return answer(AttributeEncoder.warning(outcome, of: "named user"), as: "warnings")
    }

    private static func answer(_ warning: JSONValue?, as name: String) -> Response {
        JSONResponse.ok(warning.map { [name: $0] } ?? [:])
    }
}
