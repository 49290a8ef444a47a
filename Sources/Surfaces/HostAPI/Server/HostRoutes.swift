import Foundation
import HTTPServing
import HTTPTypes
import Host
package import Hummingbird
package import Notifications
import TodayProtocol
import TodayScreen

/// The context of a request that knows on which surface the person is who makes it.
///
/// A passcode that was given holds there alone, so the context, and no route, decides what counts as one surface.
package protocol SurfaceContext: Hummingbird.RequestContext {
    /// The surface that a request comes from.
    ///
    /// - Throws: Hummingbird's `HTTPError` if the request comes from none.
    func surface(of request: Request) throws -> SurfaceID
}

/// The host's routes below `/api`, as JSON.
///
/// There are two sets: ``forPages`` is what a signed-in page may do, ``forLocalTools`` is everything and is served
/// over the Unix socket alone: a page may neither install an app, nor let it reach a host, nor make a notification.
package struct HostRoutes<Context: SurfaceContext>: Sendable {
    let host: any HostFacade
    let version: String
    let makeLink: @Sendable () async throws -> OneTimeLink
    let viewers: ViewerReader

    /// Makes the routes.
    ///
    /// - Parameters:
    ///   - host: Whom they ask.
    ///   - version: Today's version.
    ///   - viewers: Who looks.
    ///   - makeLink: Makes a link that signs a browser in.
    package init(
        host: any HostFacade,
        version: String,
        viewers: ViewerReader = .forThisMachine,
        makeLink: @escaping @Sendable () async throws -> OneTimeLink
    ) {
        self.host = host
        self.version = version
        self.viewers = viewers
        self.makeLink = makeLink
    }

    /// What a signed-in page may ask.
    package var forPages: RouteCollection<Context> {
        let routes = RouteCollection(context: Context.self)
        routes.add(middleware: ErrorMiddleware.hostAPI)
        addScreenRoutes(to: routes)
        addNotificationRoutes(to: routes)
        addSettingsRoutes(to: routes)
        return routes
    }

    /// What the person's own local tools may ask: everything.
    package var forLocalTools: RouteCollection<Context> {
        let routes = forPages
        addStreamRoutes(to: routes)
        addScriptRoutes(to: routes)
        addAppRoutes(to: routes)
        addDefaultsRoutes(to: routes)
        addMessageRoutes(to: routes)
        addCloudRoutes(to: routes)
        return routes
    }

    func viewer(_ request: Request) -> Viewer { viewers.viewer(of: request.headers) }

    /// A part of the path, decoded; at most 512 bytes.
    func part(_ name: String, _ context: Context) throws -> String {
        guard let text = context.parameters.get(name).flatMap({ PercentCoding.decode($0) }),
            (1...512).contains(text.utf8.count)
        else { throw HostError(.invalid, "The address of the request is malformed.") }
        return text
    }

    /// A value of the query, which must be there.
    func query(_ name: String, _ request: Request) throws -> String {
        guard let text = request.uri.queryParameters.get(name), !text.isEmpty else {
            throw HostError(.invalid, "The request lacks “\(name)”.")
        }
        return text
    }

    func flag(_ name: String, _ request: Request) -> Bool { request.uri.queryParameters.get(name) == "1" }
}
