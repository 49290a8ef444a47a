import HostModel
import Hummingbird
import LocalAPI
import NIOCore
import NetworkAddresses

/// The context of a request from a browser.
struct WebContext: SurfaceContext {
    var coreContext: CoreRequestContextStorage
    /// Token of the session; `nil` on routes that need none.
    var session: Token?
    /// Rights of the session's device.
    var rights = DeviceRights.view

    /// Peer of the connection: the client, or the proxy through which it comes.
    let peer: NetworkAddress?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
    }

    /// Returns the surface of the browser: all pages of one session are one surface.
    func surface(of request: Request) throws -> SurfaceID {
        try requireSession().surface
    }

    /// Returns the token of the session, on a route that needs one.
    func requireSession() throws -> Token {
        guard let session else { throw HTTPError(.unauthorized) }
        return session
    }
}

extension Token {
    /// Surface of the browser whose session has this token.
    var surface: SurfaceID { SurfaceID(SurfaceID.browserPrefix + hash) }
}

/// Refuses requests of browsers that are not signed in, and those for which a device lacks the right in
/// ``RouteRights``.
struct SessionMiddleware: RouterMiddleware {
    typealias Context = WebContext

    let sessions: Sessions
    let cookie: SessionCookie
    let origin: WebOrigin

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let token = cookie.token(of: request), let granted = try await sessions.rights(of: token) else {
            throw HTTPError(.unauthorized, message: "Sign in first: today link")
        }
        let rights = min(granted, origin.mostRights)
        let refusal =
            origin.reach == .privateNetwork
            ? RouteRights.refusalWithoutEncryption(of: request.method, context.endpointPath ?? "", with: rights)
            : RouteRights.refusal(of: request.method, context.endpointPath ?? "", with: rights)
        if let refusal { throw refusal }
        var changed = context
        changed.session = token
        changed.rights = rights
        let signedIn = changed
        var response = try await PageRights.$current.withValue(rights) { try await next(request, signedIn) }
        response.headers[PageRights.field] = rights.rawValue
        return response
    }
}

/// Sets the theme of the pages that are written for a request to the one that the person chose in the browser.
struct ThemeMiddleware: RouterMiddleware {
    typealias Context = WebContext

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let theme = request.headers.cookie(named: PageTheme.cookie).flatMap(PageTheme.init)
        return try await PageTheme.$current.withValue(theme) { try await next(request, context) }
    }
}
