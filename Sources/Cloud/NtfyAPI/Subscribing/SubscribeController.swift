import CloudCore
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

struct SubscribeController: Sendable {
    let cloud: Cloud
    let access: TopicAccessControl
    let limits: VisitorLimits
    let clock: any Clock<Duration>

    func authorize(_ request: Request, _ context: CloudContext, topics path: String) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        try await access.checkRead(try TopicSubscription.topics(in: path), visitor)
        return JSONResponse.make(["success": true])
    }

    func subscribe(
        _ request: Request,
        _ context: CloudContext,
        topics path: String,
        format: StreamFormat
    ) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        if format == .webSocket, !WebSocketHandshake.isWanted(by: request.headers) { throw NtfyError.noWebSocket }
        let subscription = try TopicSubscription(path: path, RequestParameters(request), now: cloud.now())
        try await access.checkRead(subscription.topics, visitor)
        let stream = TopicStream(cloud: cloud, subscription: subscription, format: format) { [access] in
            try await access.mayStillRead(subscription.topics, visitor)
        }
        if !subscription.isPoll { try cloud.checkAcceptsStreams() }
        let body = subscription.isPoll ? pollBody(stream) : try streamBody(stream, request, visitor)
        if format == .webSocket {
            guard let response = WebSocketHandshake.response(to: request, body: body) else {
                throw NtfyError.noWebSocket
            }
            return response
        }
        return Response(
            status: .ok,
            headers: [.contentType: format.contentType, .cacheControl: "no-store"],
            body: body
        )
    }

    private func pollBody(_ stream: TopicStream) -> ResponseBody {
        ResponseBody { writer in
            try await stream.poll { text in try await writer.write(ByteBuffer(string: text)) }
            try await writer.finish(nil)
        }
    }

    private func streamBody(_ stream: TopicStream, _ request: Request, _ visitor: Visitor) throws -> ResponseBody {
        let slot = try limits.beginStream(of: visitor.address)
        let (hub, clock) = (cloud.topicHub, clock)
        return ResponseBody { writer in
            let topics = stream.subscription.topics
            let mailbox = hub.open(topics)
            defer {
                hub.close(topics, mailbox)
                withExtendedLifetime(slot) {}
            }
            // Both are cancelled and awaited at the end of this scope.
            async let _ = request.waitForDisconnect { mailbox.end() }
            async let _ = TopicStream.sendKeepalives(mailbox, clock: clock)
            try await stream.run(mailbox) { text in try await writer.write(ByteBuffer(string: text)) }
            try await writer.finish(nil)
        }
    }
}
