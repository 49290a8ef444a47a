import Foundation
import HTTPServing
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
        let (source, signIn, origin) = (dependencies.source, dependencies.signIn, dependencies.origin)
        let offersPasskeys = origin.relyingParty != nil
        let session = SessionMiddleware(sessions: dependencies.sessions, cookie: signIn.cookie, origin: origin)
        router.add(middleware: CompressionMiddleware())
        router.add(middleware: RequestCheckMiddleware(check: dependencies.check))
        router.add(middleware: ThemeMiddleware())
        router.add(middleware: ErrorMiddleware.pages(source.viewers, offersPasskeys: offersPasskeys))
        let installedApp = InstalledAppController(source: source)
        AssetController().addRoutes(to: router)
        installedApp.addRoutes(to: router)
        LinkController(source: source, signIn: signIn, links: dependencies.links).addRoutes(to: router)
        PairController(
            source: source,
            signIn: signIn,
            pairings: dependencies.pairings,
            mostRights: origin.mostRights
        ).addRoutes(to: router)

        let today = TodayController(source: source)
        let topics = TopicsController(source: source)
        let installation = InstallController(source: source)
        let challenges = dependencies.passkeyChallenges
        let passkeys = PasskeyController(source: source, signIn: signIn, origin: origin, challenges: challenges)
        let scenes = SceneController(source: source)
        let pages = router.group().add(middleware: session)
        today.addRoutes(to: pages)
        NotificationsController(source: source).addRoutes(to: pages)
        TraceController(source: source).addRoutes(to: pages)
        SettingsController(
            source: source,
            version: dependencies.version,
            offersPasskeys: offersPasskeys,
            isUnencrypted: origin.reach == .privateNetwork
        ).addRoutes(to: pages)
        AuditLogController(source: source).addRoutes(to: pages)
        topics.addRoutes(to: pages)
        SendController(source: source).addRoutes(to: pages)
        AppRightsController(source: source).addRoutes(to: pages)
        installation.addRoutes(to: pages)
        ComplicationsController(source: source).addRoutes(to: pages)
        OutboxController(source: source).addRoutes(to: pages)
        ConfigurationController(source: source).addRoutes(to: pages)
        ShareController(source: source, drafts: dependencies.shareDrafts).addRoutes(to: pages)
        DevicesController(source: source, signIn: signIn, links: dependencies.pairingLinks).addRoutes(to: pages)
        passkeys.addForm(to: pages)
        scenes.addRoutes(to: pages)

        let translation = translation(by: source.viewers)
        let errors = ErrorMiddleware<WebContext>.hostAPI(translation)
        passkeys.addRoutes(to: router.group().add(middleware: errors))
        let script = router.group().add(middleware: errors).add(middleware: session)
        passkeys.addScriptRoutes(to: script)
        installedApp.addManifest(to: script)
        today.addScriptRoutes(to: script)
        scenes.addScriptRoutes(to: script)
        installation.addScriptRoutes(to: script)
        topics.addScriptRoutes(to: script)
        ShareImagesController(drafts: dependencies.shareDrafts).addScriptRoutes(to: script)
        BrowserPushController(source: source, sender: dependencies.pushes, origin: origin).addScriptRoutes(to: script)
        ImageController(host: source.host).addRoutes(to: script)
        MessageBodyController(source: source, origin: origin).addRoutes(to: script)
        SearchController(source: source).addRoutes(to: script)
        EventsController(source: source, streams: dependencies.streams).addRoutes(to: script)
        let (host, version, viewers) = (source.host, dependencies.version, source.viewers)
        let routes = HostRoutes<WebContext>(host: host, version: version, viewers: viewers, translation: translation) {
            // Pages cannot make links; the route is not in their set.
            _ in throw HTTPError(.notFound)
        }
        script.addRoutes(routes.forPages, atPath: "/api")
        return router
    }

    /// Says what the host says in the language of a request.
    private static func translation(by viewers: ViewerReader) -> HostTranslation {
        HostTranslation { error, headers in
            error.pageText.text(in: viewers.viewer(of: headers).pageLanguage)
        } sentence: { sentence, headers in
            sentence.text(in: viewers.viewer(of: headers).pageLanguage)
        }
    }
}

/// The dependencies of the web surface's routes.
struct WebDependencies: Sendable {
    var host: any HostAccess
    var version: String
    var origin: WebOrigin
    /// Trusted proxies; empty if requests come directly.
    var proxies: [AddressRange] = []
    var links: OneTimeLinks
    var pairings = PairingLinks()
    /// Origin for other machines, at which they are paired; `nil` if they cannot reach the pages.
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

    var source: PageSource { PageSource(host: host, viewers: viewers, now: now) }
    var check: RequestCheck { RequestCheck(origin: origin, isBehindProxy: !proxies.isEmpty) }
    var signIn: SignIn {
        SignIn(
            sessions: sessions,
            cookie: SessionCookie(of: origin),
            streams: streams,
            refusals: LinkRefusals(wrongLinks: wrongLinks, proxies: proxies, viewers: viewers)
        )
    }

    /// Makes links that pair devices.
    var pairingLinks: PairingLinkMaker { PairingLinkMaker(pairings: pairings, origin: publicOrigin ?? origin) }
}
