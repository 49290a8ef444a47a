import CloudCore
import HTTPServing
import Hummingbird
import JSON

/// Serves the routes with which senders manage their messages: `/api/user/messages`.
struct SentMessageController: Sendable {
    let cloud: Cloud
    let access: ServerAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.delete("user/messages/:id", use: remove)
        routes.post("user/messages/batch-delete", use: removeAll)
    }

    @Sendable @concurrent private func remove(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        guard try await cloud.withdrawMessage(try context.parameters.require("id"), of: app) else {
            throw AirshipError.notFound("There is no such message.")
        }
        return JSONResponse.make(["ok": true], status: .accepted)
    }

    @Sendable @concurrent private func removeAll(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.app(request, context)
        let body = try await AirshipBody.read(request)
        let members = try body.members(["message_ids", "group_ids"])
        guard members.count == 1, let ids = members["message_ids"] ?? members["group_ids"] else {
            throw body.error("one of message_ids and group_ids is wanted")
        }
        let elements = try ids.elements(limit: 50)
        guard !elements.isEmpty else { throw ids.error("at least one id is wanted") }
        var deleted: [JSONValue] = []
        var errors: [JSONValue] = []
        for element in elements {
            let id = try element.text(limit: 128)
            if try await cloud.withdrawMessage(id, of: app) {
                deleted.append(.string(id))
            } else {
                errors.append([
                    "message_id": .string(id), "error_message": "There is no such message.", "error_code": 40_400,
                ])
            }
        }
        return JSONResponse.make(["deleted_message_ids": .array(deleted), "errors": .array(errors)], status: .accepted)
    }
}
