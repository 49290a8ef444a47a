import CloudCore
import HTTPServing
import Hummingbird
import JSON

enum SentMessageController {
    static func addRoutes(to routes: SenderRoutes) {
        routes.on(.delete, "user/messages/:id", remove)
        routes.on(.post, "user/messages/batch-delete", removeAll)
    }

    private static func remove(_ request: SenderRequest) async throws -> Response {
        guard try await request.cloud.withdrawMessage(try request.component("id"), of: request.app) else {
            throw AirshipError.notFound("There is no such message.")
        }
        return JSONResponse.ok(status: .accepted)
    }

    private static func removeAll(_ request: SenderRequest) async throws -> Response {
        let body = try await request.body()
        let members = try body.members(["message_ids", "group_ids"])
        guard members.count == 1, let ids = members["message_ids"] ?? members["group_ids"] else {
            throw body.error("one of message_ids and group_ids is wanted")
        }
        var deleted: [JSONValue] = []
        var errors: [JSONValue] = []
        for element in try ids.elements(limit: 50, atLeast: "id") {
            let id = try element.text(limit: 128)
            if try await request.cloud.withdrawMessage(id, of: request.app) {
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
