package import CloudCore
import CloudStorage
package import Foundation
import HTTPTypes
package import Hummingbird
import JSON

/// ntfy's API: publishing to topics and subscribing to them, at the root of the cloud's address.
///
/// Every path that no other protocol has is its own, so it reads paths itself. What is done, partly done and not done is
/// in Documentation/CompatibleRoutes.md.
package struct NtfyRoutes: CloudRoutes {
    private let cloud: Cloud
    private let publishing: PublishController
    private let subscribing: SubscribeController
    private let attachments: AttachmentController
    private let accounts: AccountController
    private let started: Date

    /// Makes the routes.
    ///
    /// - Parameters:
    ///   - cloud: The cloud; its configuration says what everybody may do with topics.
    ///   - takesFiles: Whether files may be attached to messages.
    ///   - calendar: The calendar, with the time zone, in which days and times of delayed messages are meant.
    ///   - clock: What measures the time between signs of life.
    ///   - time: A time that never goes back, for the limits on requests.
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

    /// Adds the routes.
    package func addRoutes(to router: Router<CloudContext>) {
        let routes = router.group().add(middleware: NtfyErrorMiddleware())
        for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .options] {
            routes.on("", method: method, use: answer)
            routes.on("**", method: method, use: answer)
        }
    }

    /// Tells a client why its request was refused, on every path that no other protocol has.
    package func refusal(_ failure: CloudError, of request: Request) -> Response? {
        guard NtfyPath(request.method, request.uri.path) != .foreign else { return nil }
        let error = failure.code == .tooMany ? NtfyError.tooManyRequests.after(failure.retryAfter) : NtfyError(failure)
        return NtfyErrorMiddleware.response(error)
    }

    @Sendable @concurrent private func answer(_ request: Request, _ context: CloudContext) async throws -> Response {
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

    /// How many messages were published since the start, and how many a second.
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
