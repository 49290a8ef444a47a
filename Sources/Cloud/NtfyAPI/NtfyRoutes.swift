package import CloudCore
package import Foundation
import HTTPServing
import HTTPTypes
package import Hummingbird
import JSON

/// ntfy's API: publishing to topics and subscribing to them, at the root of the cloud's address.
///
/// It serves every path that no other protocol owns, so it parses paths itself. Documentation/CompatibleRoutes.md lists
/// the supported routes.
package struct NtfyRoutes: CloudRoutes {
    private let cloud: Cloud
    private let publishing: PublishController
    private let subscribing: SubscribeController
    private let attachments: AttachmentController
    private let accounts: AccountController
    private let access: TopicAccessControl
    private let started: Date

    /// - Parameters:
    ///   - cloud: The cloud.
    ///   - takesFiles: `true` if files may be attached to messages.
    ///   - calendar: The calendar and time zone of the days and times of delayed messages.
    ///   - clock: The clock of the interval between keepalives.
    ///   - time: A monotonic time for the limits.
    package init(
        cloud: Cloud,
        takesFiles: Bool,
        calendar: Calendar = .current,
        clock: any Clock<Duration> = ContinuousClock(),
        time: @escaping @Sendable () -> Duration = RateLimiter.uptime
    ) {
        let limits = VisitorLimits(isUnlimited: cloud.configuration.requestRate == 0, now: cloud.now, time: time)
        let access = TopicAccessControl(cloud: cloud, limits: limits)
        self.cloud = cloud
        self.access = access
        started = cloud.now()
        publishing = PublishController(
            cloud: cloud,
            access: access,
            limits: limits,
            takesFiles: takesFiles,
            delays: DelayParser(calendar: calendar)
        )
        subscribing = SubscribeController(cloud: cloud, access: access, limits: limits, clock: clock)
        attachments = AttachmentController(cloud: cloud, limits: limits)
        accounts = AccountController(cloud: cloud, access: access, takesFiles: takesFiles)
    }

    package func addRoutes(to router: Router<CloudContext>) {
        let routes = router.group().add(middleware: ErrorMiddleware.ntfy)
        for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .options] {
            routes.on("", method: method, use: answer)
            routes.on("**", method: method, use: answer)
        }
    }

    /// Makes the response to a refused request on a path that no other protocol owns.
    package func refusal(_ failure: CloudError, of request: Request) -> Response? {
        guard NtfyPath(request.method, request.uri.path) != .foreign else { return nil }
        let error = failure.code == .tooMany ? NtfyError.tooManyRequests.after(failure.retryAfter) : NtfyError(failure)
        return error.response
    }

    /// Returns `true` if a request has a token in its header or its query.
    package func hasSecret(_ request: Request) -> Bool { TopicAccessControl.hasToken(request) }

    /// Returns `true` if a request is from a page of another site, or from another user of a machine whose topics are
    /// for its own user.
    package func isOfStranger(_ request: Request, _ context: CloudContext) -> Bool {
        access.isStranger(request, context)
    }

    @Sendable @concurrent private func answer(_ request: Request, _ context: CloudContext) async throws -> Response {
        try await route(request, context).readableFromAnyOrigin
    }

    private func route(_ request: Request, _ context: CloudContext) async throws -> Response {
        switch NtfyPath(request.method, request.uri.path) {
        case .publishJSON: return try await publishing.publishJSON(request, context)
        case .publish(let topic, let sequenceID):
            return try await publishing.publish(request, context, topic: topic, sequenceID: sequenceID)
        case .clear(let topic, let sequenceID):
            return try await publishing.withdraw(.clear, request, context, topic: topic, sequenceID: sequenceID)
        case .delete(let topic, let sequenceID):
            return try await publishing.withdraw(.delete, request, context, topic: topic, sequenceID: sequenceID)
        case .subscribe(let topics, let format):
            return try await subscribing.subscribe(request, context, topics: topics, format: format)
        case .authorize(let topics): return try await subscribing.authorize(request, context, topics: topics)
        case .unifiedPush:
            guard RequestParameters(request).flag(.unifiedPush) else { throw NtfyError.notFound }
            return JSONResponse.make(["unifiedpush": ["version": 1]])
        case .file(let name): return try await attachments.serve(request, context, name: name)
        case .health: return JSONResponse.make(["healthy": true])
        case .statistics: return statistics()
        case .account: return try await accounts.show(request, context)
        case .token: return try await accounts.token(request, context)
        case .options: return options()
        case .unknown: throw NtfyError.notFound
        case .foreign: throw UnhandledPathError()
        }
    }

    /// Returns the number of messages that were published since the start, and their rate per second.
    private func statistics() -> Response {
        let count = cloud.topicHub.publishedCount
        let seconds = max(1, cloud.now().timeIntervalSince(started))
        return JSONResponse.make(["messages": .integer(count), "messages_rate": .real(Double(count) / seconds)])
    }

    private func options() -> Response {
        Response(
            status: .ok,
            headers: [
                .accessControlAllowMethods: "GET, PUT, POST, PATCH, DELETE", .accessControlAllowHeaders: "*",
                .contentLength: "0",
            ]
        )
    }
}
