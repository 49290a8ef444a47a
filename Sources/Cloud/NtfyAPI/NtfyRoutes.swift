package import CloudCore
package import Foundation
import HTTPServing
import HTTPTypes
package import Hummingbird
import JSON

/// ntfy's API at the root of the cloud's address; Documentation/CompatibleRoutes.md lists the supported routes.
///
/// It serves every path that no other protocol owns, so it parses paths itself.
package struct NtfyRoutes: CloudRoutes {
    private let cloud: Cloud
    private let publishing: PublishController
    private let subscribing: SubscribeController
    private let attachments: AttachmentController
    private let accounts: AccountController
    private let access: TopicAccessControl
    private let started: Date

    /// `calendar` is that of the days and times of delayed messages, `clock` measures the interval between keepalives, and
    /// `time` is a monotonic time for the limits.
    package init(
        cloud: Cloud,
        takesFiles: Bool,
        calendar: Calendar = .current,
        clock: any Clock<Duration> = ContinuousClock(),
        time: @escaping @Sendable () -> Duration = RateLimiter.uptime
    ) {
        let limits = VisitorLimits(of: cloud, isUnlimited: cloud.configuration.requestRate == 0, time: time)
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

    package var requestProtocol: RequestProtocol { .ntfy }

    package func owns(_ path: String) -> Bool { !Self.isForeign(Self.components(of: path)) }

    package func addRoutes(to router: Router<CloudContext>) {
        let routes = router.group().add(middleware: ErrorMiddleware.ntfy)
        for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .options] {
            routes.on("", method: method, use: answer)
            routes.on("**", method: method, use: answer)
        }
    }

    package func refusal(_ failure: CloudError) -> Response {
        let error = failure.code == .tooMany ? NtfyError.tooManyRequests.after(failure.retryAfter) : NtfyError(failure)
        return error.response
    }

    package func hasSecret(_ request: Request) -> Bool { TopicAccessControl.hasToken(request) }

    package func isOfStranger(_ request: Request, _ context: CloudContext) -> Bool {
        access.isStranger(request, context)
    }

    @Sendable @concurrent private func answer(_ request: Request, _ context: CloudContext) async throws -> Response {
        try await route(request, context).readableFromAnyOrigin
    }

    private func route(_ request: Request, _ context: CloudContext) async throws -> Response {
        let parts = Self.components(of: request.uri.path)
        guard !Self.isForeign(parts) else { throw UnhandledPathError() }
        switch (request.method, parts.count) {
        case (.options, _): return Self.preflight
        case (.post, 0), (.put, 0): return try await publishing.publishJSON(request, context)
        case (.post, 1), (.put, 1): return try await publishing.publish(request, context, topic: parts[0])
        case (.post, 2), (.put, 2):
            let id = Self.publishes.contains(parts[1]) ? nil : parts[1]
            return try await publishing.publish(request, context, topic: parts[0], sequenceID: id)
        case (.post, 3) where parts == ["v1", "account", "token"]: return try await accounts.token(request, context)
        case (.put, 3) where parts[2] == "clear" || parts[2] == "read":
            return try await publishing.withdraw(.clear, request, context, topic: parts[0], sequenceID: parts[1])
        case (.delete, 2):
            return try await publishing.withdraw(.delete, request, context, topic: parts[0], sequenceID: parts[1])
        case (.head, 2) where parts[0] == "file":
            return try await attachments.serve(request, context, name: parts[1])
        case (.get, 1):
            guard RequestParameters(request).flag(.unifiedPush) else { throw NtfyError.notFound }
            return JSONResponse.make(["unifiedpush": ["version": 1]])
        case (.get, 2): return try await read(request, context, parts[0], parts[1])
        default: throw NtfyError.notFound
        }
    }

    private func read(
        _ request: Request,
        _ context: CloudContext,
        _ first: String,
        _ second: String
    ) async throws -> Response {
        switch (first, second) {
        case ("file", _): return try await attachments.serve(request, context, name: second)
        case ("v1", "health"): return JSONResponse.make(["healthy": true])
        case ("v1", "stats"): return statistics()
        case ("v1", "account"): return try await accounts.show(request, context)
        case ("v1", _): throw NtfyError.notFound
        case (_, "auth"): return try await subscribing.authorize(request, context, topics: first)
        case (_, _) where Self.publishes.contains(second):
            return try await publishing.publish(request, context, topic: first)
        default:
            guard let format = StreamFormat(rawValue: second) else { throw NtfyError.notFound }
            return try await subscribing.subscribe(request, context, topics: first, format: format)
        }
    }

    /// Returns the number of messages that were published since the start, and their rate per second.
    private func statistics() -> Response {
        let count = cloud.topicHub.publishedCount
        let seconds = max(1, cloud.now().timeIntervalSince(started))
        return JSONResponse.make(["messages": .integer(count), "messages_rate": .real(Double(count) / seconds)])
    }

    private static var preflight: Response {
        Response(
            status: .ok,
            headers: [
                .accessControlAllowMethods: "GET, PUT, POST, PATCH, DELETE", .accessControlAllowHeaders: "*",
                .contentLength: "0",
            ]
        )
    }

    /// The first components of paths of other protocols.
    private static let foreignBeginnings: Set<String> = ["api", "database", "device", "forecast", "warp9"]
    /// The last components of paths that publish, even with GET.
    private static let publishes: Set<String> = ["publish", "send", "trigger"]

    /// Returns the decoded components of a path; a trailing slash is ignored.
    private static func components(of path: String) -> [String] {
        (path.removingPercentEncoding ?? "").split(separator: "/").map(String.init)
    }

    private static func isForeign(_ parts: [String]) -> Bool { parts.first.map(foreignBeginnings.contains) ?? false }
}
