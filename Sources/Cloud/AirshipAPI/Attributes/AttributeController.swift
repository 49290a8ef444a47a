import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves the routes that change attributes of channels and named users.
struct AttributeController: Sendable {
    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.post("channels/attributes", use: change)
        routes.post("named_users/:name/attributes", use: changeOfUser)
    }

    @Sendable @concurrent private func change(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["audience", "attributes"])
        let audience = try body.required("audience")
        let changes = try AttributeParser.changes(try body.required("attributes"))
        let outcome: AttributeOutcome
        let kind: String
        if let users = audience.optional("named_user_id") {
            _ = try audience.members(["named_user_id"])
            let names = try NamedUserController.names(users)
            outcome = try await cloud.store.changeAttributes(changes, ofNamedUsers: names, of: app.number)
            kind = "named user"
        } else {
            let ids = try ChannelController.audience(audience)
            outcome = try await cloud.store.changeAttributes(changes, ofChannels: ids, of: app.number)
            kind = "channel"
        }
        return answer(AttributeEncoder.warning(outcome, of: kind), as: "warning")
    }

    @Sendable @concurrent private func changeOfUser(_ request: Request, _ context: CloudContext) async throws
        -> Response
    {
        let app = try await access.app(request, context)
        let name = try NamedUserController.name(context)
        let body = try await AirshipBody.read(request)
        _ = try body.members(["attributes"])
        let changes = try AttributeParser.changes(try body.required("attributes"))
        let outcome = try await cloud.store.changeAttributes(changes, ofNamedUsers: [name], of: app.number)
        guard outcome.unknown.isEmpty else { throw AirshipError.notFound("There is no such named user.") }
        return answer(AttributeEncoder.warning(outcome, of: "named user"), as: "warnings")
    }

    private func answer(_ warning: JSONValue?, as name: String) -> Response {
        guard let warning else { return JSONResponse.make(["ok": true]) }
        return JSONResponse.make(["ok": true, name: warning])
    }
}
