import AsyncPrimitives
import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import Logging

extension HostRoutes {
    /// Adds the route by which a script waits for an answer to its notification.
    ///
    /// If the script ends meanwhile, the notification no longer offers actions.
    func addScriptResponse(to routes: RouteCollection<Context>) {
        for route in GetScriptResponseRequest.routes {
            routes.on(RouterPath(route.path), method: route.httpMethod) { request, context in
                let wait = try await read(GetScriptResponseRequest.self, by: route, from: request, context)
                context.logger.debug("A script waits for an answer", metadata: ["notification": "\(wait.identifier)"])
                let reply = try await replyWhileConnected(to: wait, request)
                if reply == nil, wait.asker != nil {
                    try await host.send(EndScriptWaitRequest(for: wait.identifier, question: wait.question))
                }
                var response = Self.response(try GetScriptResponseRequest.replyCoding.encode(reply ?? .gone))
                // The connection closes after the response, since its body was read to notice the client's
                // disconnection.
                response.headers[.connection] = "close"
                return response
            }
        }
    }

    /// Returns the host's reply; `nil` if the client disconnects first.
    private func replyWhileConnected(
        to wait: GetScriptResponseRequest,
        _ request: Request
    ) async throws -> ScriptResponseReply? {
        let disconnected = OneTimeSignal()
        let host = host
        return try await request.body.consumeWithInboundCloseHandler { _ in
            try await withThrowingTaskGroup(of: ScriptResponseReply?.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await host.send(wait) }
                group.addTask {
                    await disconnected.wait()
                    return nil
                }
                return try await group.next() ?? nil
            }
        } onInboundClosed: {
            disconnected.raise()
        }
    }
}
