import AsyncPrimitives
import Foundation
import HTTPServing
import HTTPTypes
package import HostModel
package import Hummingbird
import JSON
import Logging
import NIOCore
import TodayProtocol

/// The context of a request from an identifiable surface.
///
/// A passcode unlocks one surface; the context, not the routes, determines the surface of a request.
package protocol SurfaceContext: Hummingbird.RequestContext {
    /// Returns the surface that a request comes from.
    ///
    /// - Throws: Hummingbird's `HTTPError` if the request comes from none.
    func surface(of request: Request) throws -> SurfaceID
}

/// The host's routes below `/api`, derived from the routes of the requests.
///
/// There are two sets. ``forPages`` holds the requests that a signed-in page may make. ``forLocalTools`` holds all
/// requests, and is served over the Unix socket alone: a page may neither install a bundle from a path of this machine
/// nor create a notification. A page may install an upload of the person, with the digest of the consent sheet that the
/// person agreed to. A ``ProtectedRequest`` of a page needs the passcode, if one is set.
package struct HostRoutes<Context: SurfaceContext>: Sendable {
    let host: any HostAccess
    let version: VersionReply
    let makeLink: @Sendable (_ page: String) async throws -> OneTimeLink
    let makePairingLink: @Sendable (MakePairingLinkRequest) async throws -> PairingLink
    let viewers: ViewerReader
    let translation: HostTranslation?

    /// Makes the routes; `url` is the origin of the web surface, for local tools.
    ///
    /// Local tools have no `translation`: they use English. `makeLink` makes a link that signs a browser in and leads
    /// to a page, a path of the web surface.
    package init(
        host: any HostAccess,
        version: String,
        url: String? = nil,
        viewers: ViewerReader = .forThisMachine,
        translation: HostTranslation? = nil,
        makePairingLink: @escaping @Sendable (MakePairingLinkRequest) async throws -> PairingLink = { _ in
            throw HTTPError(.notFound)
        },
        makeLink: @escaping @Sendable (_ page: String) async throws -> OneTimeLink
    ) {
        self.host = host
        self.version = VersionReply(
            version: version,
            pid: ProcessInfo.processInfo.processIdentifier,
            started: Date(),
            url: url
        )
        self.viewers = viewers
        self.translation = translation
        self.makeLink = makeLink
        self.makePairingLink = makePairingLink
    }

    package var forPages: RouteCollection<Context> {
        let routes = forEverybody
        for request in RequestLists.protected { addProtected(request, to: routes) }
        return routes
    }

    /// Routes for both pages and local tools that need no passcode.
    private var forEverybody: RouteCollection<Context> {
        let routes = RouteCollection(context: Context.self)
        routes.add(middleware: ErrorMiddleware.hostAPI(translation))
        add(GetVersionRequest.self, to: routes) { [version] _, _ in version }
        for request in RequestLists.everybody { add(request, to: routes) }
        return routes
    }

    package var forLocalTools: RouteCollection<Context> {
        let routes = forEverybody
        addEventStreams(to: routes)
        add(MakeLinkRequest.self, to: routes) { request, _ in try await makeLink(request.page) }
        add(MakePairingLinkRequest.self, to: routes) { request, _ in try await makePairingLink(request) }
        for request in RequestLists.protected { add(request, to: routes) }
        for request in RequestLists.localTools { add(request, to: routes) }
        addScriptResponse(to: routes)
        return routes
    }

    private func addEventStreams(to routes: RouteCollection<Context>) {
        addStream(to: routes) { viewer, position, request in
            host.screenEvents(for: viewer, after: position, scene: request.uri.queryParameters.get("scene"))
        }
        addStream(to: routes) { viewer, position, _ in host.notificationEvents(for: viewer, after: position) }
        addStream(to: routes) { viewer, position, _ in host.complicationEvents(for: viewer, after: position) }
    }

    private func addStream<Event: StreamedEvent>(
        to routes: RouteCollection<Context>,
        _ events: @escaping @Sendable (Viewer, ScreenPosition?, Request) -> AsyncStream<Event>
    ) {
        routes.get(RouterPath(Event.path)) { request, _ in
            let position = request.uri.queryParameters.get("after").flatMap { ScreenPosition($0) }
            let events = events(viewers.viewer(of: request.headers), position, request)
            return EventStream().response(to: request, feeds: [EventFeed(events) { try $0.serverSentEvent() }])
        }
    }
}

/// The requests that the host answers over HTTP.
private enum RequestLists {
    /// Requests of both pages and local tools that need no passcode.
    static let everybody: [any (HostRequest & RoutedRequest).Type] = [
        GetScreenRequest.self, SetScreenRequest.self, ReloadWidgetRequest.self, ResizeWidgetRequest.self,
        GetLedgerRequest.self, GetUpdateScheduleRequest.self, ConfigureWidgetRequest.self,
        GetWidgetValuesRequest.self, PerformTapRequest.self,
        ListAppsRequest.self,
        GetNotificationsRequest.self, GetNotificationSummaryRequest.self, GetNotificationRequest.self,
        GetTraceRequest.self, AnswerNotificationRequest.self, DismissNotificationsRequest.self,
        ResolveFailedResponseRequest.self,
        GetOutboxRequest.self, RetryActionRequest.self, DiscardActionRequest.self, GetBackgroundRunsRequest.self,
        GetAppLogRequest.self,
        ListNotificationSettingsRequest.self, SetNotificationSettingsRequest.self, AnswerAuthorizationRequest.self,
        GetStorageUsageRequest.self, GetProcessLimitsRequest.self, SetGroupLimitRequest.self, GetQuietHoursRequest.self,
        SetQuietHoursRequest.self, SetTimeZoneRequest.self, GetAppearanceRequest.self, SetAppearanceRequest.self,
        GetPasscodeStateRequest.self,
        SetPasscodeRequest.self, UnlockRequest.self,
        GetLocationRequest.self, ShareLocationRequest.self, StopSharingLocationRequest.self, ForgetLocationRequest.self,
        ShareRequest.self, GetUseRequest.self, EndUseRequest.self,
        DiscardUploadRequest.self, GetComplicationsRequest.self, GetAppRightsRequest.self, GetAuditRequest.self,
    ]

    /// Requests that need the passcode if a page sends them.
    static let protected: [any (ProtectedRequest & RoutedRequest).Type] = [
        InstallUploadRequest.self, UninstallAppRequest.self, SetAppRightRequest.self, SetAllowedServerRequest.self,
    ]

    /// Requests of local tools alone, apart from those that the host does not answer.
    static let localTools: [any (HostRequest & RoutedRequest).Type] = [
        OpenURLRequest.self, GetSceneRequest.self, FindAppRequest.self, FindWidgetRequest.self, FindActionRequest.self,
        InstallAppRequest.self, GetUpdateProblemsRequest.self, GetDefaultsRequest.self, SetDefaultRequest.self,
        SetLocationRequest.self, RecordBackupRequest.self,
        ListPendingNotificationsRequest.self, RemoveNotificationsRequest.self, PostNotificationRequest.self,
        ListMessagesRequest.self, GetMessageRequest.self, GetMessageBodyRequest.self, GetMessageImageRequest.self,
        FindMessagesRequest.self, SetMessagesReadRequest.self, DeleteMessagesRequest.self, RestoreMessagesRequest.self,
        RefreshMessagesRequest.self,
        GetCloudStatusRequest.self, LinkCloudRequest.self, UnlinkCloudRequest.self, GetSenderKeysRequest.self,
        ListTopicsRequest.self, SetTopicRequest.self,
        ListDevicesRequest.self, FindDeviceRequest.self, RenameDeviceRequest.self, SetDeviceRightsRequest.self,
        SignOutDeviceRequest.self, FindPasskeyRequest.self, RemovePasskeyRequest.self,
    ]
}

// MARK: - Registration with the router

extension HostRoutes {
    private func add<Request: RoutedRequest & HostRequest>(_ type: Request.Type, to routes: RouteCollection<Context>) {
        add(type, to: routes) { request, _ in try await host.send(request) }
    }

    /// Adds the routes of a request that needs an unlocked surface, if a passcode is set.
    private func addProtected<Request: RoutedRequest & ProtectedRequest>(
        _ type: Request.Type,
        to routes: RouteCollection<Context>
    ) {
        add(type, to: routes) { request, surface in
            if request.needsPasscode { try await host.send(RequireUnlockedRequest(on: try surface.get())) }
            return try await host.send(request)
        }
    }

    /// Adds the routes of a request; the closure also gets the surface that the request comes from.
    private func add<Request: RoutedRequest>(
        _ type: Request.Type,
        to routes: RouteCollection<Context>,
        answer: @escaping @Sendable (Request, Result<SurfaceID, any Error>) async throws -> Request.Reply
    ) {
        for route in Request.routes {
            routes.on(RouterPath(route.path), method: route.httpMethod) { request, context in
                let value = try await read(type, by: route, from: request, context)
                let reply = try await answer(value, Result { try context.surface(of: request) })
                let shown = translation?.translated(reply, request.headers) ?? reply
                return Self.response(try Request.replyCoding.encode(shown))
            }
        }
    }

    /// Returns a request within its limits.
    func read<Value: RoutedRequest>(
        _ type: Value.Type,
        by route: Route,
        from request: Request,
        _ context: Context
    ) async throws -> Value {
        let body = route.body == .empty ? .null : try await WireJSON.body(of: request, upTo: Value.bodyLimit)
        let reader = RequestReader(
            viewer: viewers.viewer(of: request.headers),
            path: { context.parameters.get($0) },
            query: { request.uri.queryParameters.get($0) },
            body: body,
            surface: { try context.surface(of: request) }
        )
        let value = try WireJSON.decoding { try reader.request(type, by: route) }
        try value.validate()
        return value
    }

    static func response(_ reply: EncodedReply) -> Response {
        switch reply {
        case .json(let value): JSONResponse.make(value)
        case .image(let image):
            Response(
                status: .ok,
                headers: [.contentType: image.mediaType, .contentLength: String(image.bytes.count)],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: image.bytes))
            )
        case .nothing: JSONResponse.done()
        }
    }
}

// MARK: - Scripts

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

extension Route {
    var httpMethod: HTTPRequest.Method { HTTPRequest.Method(rawValue: method.rawValue) ?? .get }
}
