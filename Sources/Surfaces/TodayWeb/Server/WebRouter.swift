import Foundation
import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import NIOCore
import NetworkAddresses
import TodayPush

/// Builds the routes of the web surface, without a socket.
enum WebRouter {
    static func build(_ dependencies: WebDependencies) -> Router<WebContext> {
        let router = Router(context: WebContext.self)
        let check = RequestCheck(origin: dependencies.origin, isBehindProxy: dependencies.isBehindProxy)
        let cookie = SessionCookie(of: dependencies.origin)
        let session = SessionMiddleware(sessions: dependencies.sessions, cookie: cookie)
        router.add(middleware: CompressionMiddleware())
        router.add(middleware: RequestCheckMiddleware(check: check))
        router.add(middleware: ThemeMiddleware())
        router.add(
            middleware: ErrorMiddleware.pages(
                dependencies.viewers,
                offersPasskeys: dependencies.origin.relyingParty != nil
            )
        )
        AssetController().addRoutes(to: router)
        let installedApp = InstalledAppController(host: dependencies.host, viewers: dependencies.viewers)
        installedApp.addRoutes(to: router)
        LinkController(
            links: dependencies.links,
            sessions: dependencies.sessions,
            cookie: cookie,
            streams: dependencies.streams,
            viewers: dependencies.viewers,
            refusals: dependencies.linkRefusals
        ).addRoutes(to: router)
        PairController(
            pairings: dependencies.pairings,
            sessions: dependencies.sessions,
            cookie: cookie,
            viewers: dependencies.viewers,
            refusals: dependencies.linkRefusals
        ).addRoutes(to: router)

        let host = dependencies.host
        let viewers = dependencies.viewers
        let streams = dependencies.streams
        let scenes = SceneController(host: host, viewers: viewers)
        let pages = router.group().add(middleware: session)
        let today = TodayController(host: host, viewers: viewers, now: dependencies.now)
        today.addRoutes(to: pages)
        NotificationsController(host: host, viewers: viewers, now: dependencies.now).addRoutes(to: pages)
        TraceController(host: host, viewers: viewers, now: dependencies.now).addRoutes(to: pages)
        SettingsController(
            host: host,
            viewers: viewers,
            now: dependencies.now,
            version: dependencies.version,
            offersPasskeys: dependencies.origin.relyingParty != nil
        ).addRoutes(to: pages)
        AuditLogController(host: host, viewers: viewers, now: dependencies.now).addRoutes(to: pages)
        let topics = TopicsController(host: host, viewers: viewers, now: dependencies.now)
        topics.addRoutes(to: pages)
        SendController(host: host, viewers: viewers).addRoutes(to: pages)
        AppRightsController(host: host, viewers: viewers).addRoutes(to: pages)
        let installation = InstallController(host: host, viewers: viewers)
        installation.addRoutes(to: pages)
        ComplicationsController(host: host, viewers: viewers).addRoutes(to: pages)
        OutboxController(host: host, viewers: viewers, now: dependencies.now).addRoutes(to: pages)
        ConfigurationController(host: host, viewers: viewers).addRoutes(to: pages)
        ShareController(host: host, viewers: viewers, drafts: dependencies.shareDrafts).addRoutes(to: pages)
        DevicesController(
            host: host,
            sessions: dependencies.sessions,
            cookie: cookie,
            viewers: viewers,
            streams: streams,
            links: dependencies.pairingLinks,
            now: dependencies.now
        ).addRoutes(to: pages)
        let passkeys = PasskeyController(
            host: host,
            sessions: dependencies.sessions,
            cookie: cookie,
            origin: dependencies.origin,
            challenges: dependencies.passkeyChallenges,
            viewers: viewers,
            refusals: dependencies.linkRefusals
        )
        passkeys.addForm(to: pages)
        scenes.addRoutes(to: pages)

        let translation = HostTranslation { error, headers in
            error.pageText.text(in: viewers.viewer(of: headers).pageLanguage)
        } sentence: { sentence, headers in
            sentence.text(in: viewers.viewer(of: headers).pageLanguage)
        }
        passkeys.addRoutes(to: router.group().add(middleware: ErrorMiddleware.hostAPI(translation)))
        let script = router.group()
            .add(middleware: ErrorMiddleware.hostAPI(translation))
            .add(middleware: session)
        passkeys.addScriptRoutes(to: script)
        installedApp.addManifest(to: script)
        today.addScriptRoutes(to: script)
        scenes.addScriptRoutes(to: script)
        installation.addScriptRoutes(to: script)
        topics.addScriptRoutes(to: script)
        ShareImagesController(drafts: dependencies.shareDrafts).addScriptRoutes(to: script)
        BrowserPushController(host: host, sender: dependencies.pushes, origin: dependencies.origin, viewers: viewers)
            .addScriptRoutes(to: script)
        ImageController(host: host).addRoutes(to: script)
        BundleImageController(host: host).addRoutes(to: script)
        MessageBodyController(host: host, origin: dependencies.origin, viewers: viewers).addRoutes(to: script)
        SearchController(host: host, viewers: viewers).addRoutes(to: script)
        EventsController(
            host: host,
            viewers: viewers,
            now: dependencies.now,
            streams: streams
        ).addRoutes(to: script)
        let routes = HostRoutes<WebContext>(
            host: host,
            version: dependencies.version,
            viewers: viewers,
            translation: translation
        ) { _ in
            // Pages cannot make links; the route is not in their set.
            throw HTTPError(.notFound)
        }
        script.addRoutes(routes.forPages, atPath: "/api")
        return router
    }
}

/// The dependencies of the web surface's routes.
struct WebDependencies: Sendable {
    var host: any HostAccess
    var version: String
    var origin: WebOrigin
    /// `true` if all requests come through a trusted proxy.
    var isBehindProxy: Bool { !proxies.isEmpty }
    /// Trusted proxies; empty if requests come directly.
    var proxies: [AddressRange] = []
    var links: OneTimeLinks
    var pairings = PairingLinks()
    /// Origin for other machines; `nil` if they cannot reach the pages.
    var publicOrigin: WebOrigin?
    var sessions: Sessions
    var viewers: ViewerReader
    var streams = StreamLimiter()
    /// Sends pushes to browsers; `nil` if none are sent.
    var pushes: BrowserPushSender?
    var wrongLinks = WrongLinks()
    /// Challenges for passkeys to sign.
    var passkeyChallenges = PasskeyChallenges()
    /// Drafts of content that browsers have sent to be shared.
    var shareDrafts = ShareDrafts()
    var now: @Sendable () -> Date = { Date() }

    /// Answers links that do not sign in.
    var linkRefusals: LinkRefusals { LinkRefusals(wrongLinks: wrongLinks, proxies: proxies, viewers: viewers) }

    /// Makes links that pair devices.
    var pairingLinks: PairingLinkMaker { PairingLinkMaker(pairings: pairings, origin: publicOrigin ?? origin) }
}

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
        guard let session else { throw HTTPError(.unauthorized) }
        return session.surface
    }
}

extension Token {
    /// Surface of the browser whose session has this token.
    var surface: SurfaceID { SurfaceID(SurfaceID.browserPrefix + hash) }
}
