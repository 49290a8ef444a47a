import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// Serves the account routes, which clients such as Home Assistant request first.
///
/// There are no accounts: users are known only by the tokens that the operator issues, and nothing changes here.
struct AccountController: Sendable {
    /// The reported daily limit of messages from one address: one every five seconds.
    private static let messages = 17_280

    let cloud: Cloud
    let access: TopicAccessControl
    let takesFiles: Bool

    /// Returns the user and the limits; daily counters and mails are always 0.
    func show(_ request: Request, _ context: CloudContext) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        var limits: [String: JSONValue] = [
            "basis": "ip", "messages": .integer(Self.messages),
            "messages_expiry_duration": .integer(Int(Publication.lifetime)),
            "attachment_total_size": .integer(takesFiles ? VisitorLimits.visitorStorageLimit : 0),
            "attachment_file_size": .integer(takesFiles ? VisitorLimits.fileSize : 0),
            "attachment_expiry_duration": .integer(Int(PublishController.fileLifetime)),
            "attachment_bandwidth": .integer(takesFiles ? VisitorLimits.dailyBandwidth : 0),
        ]
        let used = try await cloud.store.sizeOfTopicFiles(from: visitor.address)
        var counts: [String: JSONValue] = [
            "messages": 0, "messages_remaining": .integer(Self.messages), "attachment_total_size": .integer(used),
            "attachment_total_size_remaining": .integer(
                takesFiles ? max(0, VisitorLimits.visitorStorageLimit - used) : 0
            ),
        ]
        for name in ["emails", "calls", "reservations"] {
            limits[name] = 0
            counts[name] = 0
            counts["\(name)_remaining"] = 0
        }
        return JSONResponse.make([
            "username": .string(visitor.name ?? TopicRule.everyone),
            "role": visitor.name == nil ? "anonymous" : "user", "limits": .object(limits), "stats": .object(counts),
        ])
    }

    /// Returns the token of the request, so that a client that logs in with a name and a password continues with it.
    func token(_ request: Request, _ context: CloudContext) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        guard let token = visitor.token else { throw NtfyError.unauthorized }
        return JSONResponse.make([
            "token": .string(token), "last_access": .integer(Int(cloud.now().timeIntervalSince1970)),
            "last_origin": .string(visitor.address),
        ])
    }
}
