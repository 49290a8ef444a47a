import Foundation
import HTTPServing
import HTTPTypes
import Host
import HostModel
import Hummingbird
import LocalAPI
import Logging
import NIOCore
import NIOEmbedded
import NetworkAddresses
import SurfaceTestSupport
import TodayScreen

@testable import TodayWeb

/// A browser without a socket: it sends requests to the router and keeps cookies.
final class TestBrowser {
    struct Answer {
        var status: HTTPResponse.Status
        var headers: HTTPFields
        var text: String
    }

    static let origin = WebOrigin(instance: "abcdefgh", port: 4000)

    let host: StubHost
    let links = OneTimeLinks()
    let pairings = PairingLinks()
    let wrongLinks = WrongLinks()
    let challenges = PasskeyChallenges()
    let shareDrafts: ShareDrafts
    let origin: WebOrigin
    private let responder: RouterResponder<WebContext>
    private(set) var cookies: [String: String] = [:]

    init(
        screen: ScreenState = Samples.screen,
        host: StubHost? = nil,
        proxies: [AddressRange] = [],
        origin: WebOrigin = TestBrowser.origin,
        shareDrafts: ShareDrafts = ShareDrafts()
    ) {
        let host = host ?? StubHost(screen: screen)
        self.host = host
        self.origin = origin
        self.shareDrafts = shareDrafts
        host.with { $0.scenes[Samples.weatherURL] = Samples.scene() }
        host.with { $0.apps = [Samples.weatherApp] }
        let dependencies = WebDependencies(
            host: host,
            version: "1.0",
            origin: origin,
            proxies: proxies,
            links: links,
            pairings: pairings,
            sessions: Sessions(host: host),
            viewers: ViewerReader(fallback: Samples.viewer),
            wrongLinks: wrongLinks,
            passkeyChallenges: challenges,
            shareDrafts: shareDrafts,
            now: { Samples.now }
        )
        responder = WebRouter.build(dependencies).buildResponder()
    }

    /// A browser that has followed a link.
    ///
    /// - Parameters:
    ///   - screen: The screen of its host.
    ///   - host: The host of another browser, where two look at one.
    ///   - origin: The address of the surface.
    ///   - shareDrafts: What browsers have sent to be shared, where two share with one surface.
    /// - Returns: The browser.
    /// - Throws: What the router throws.
    static func signedIn(
        screen: ScreenState = Samples.screen,
        host: StubHost? = nil,
        origin: WebOrigin = TestBrowser.origin,
        shareDrafts: ShareDrafts = ShareDrafts()
    ) async throws -> TestBrowser {
        let browser = TestBrowser(screen: screen, host: host, origin: origin, shareDrafts: shareDrafts)
        _ = try await browser.send(.get, "/link/\(browser.links.make().text)")
        return browser
    }

    /// Sends a request as this surface's own pages do, unless told otherwise.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: String? = nil,
        authority: String? = nil,
        from peer: String? = nil,
        headers: [String: String?] = [:]
    ) async throws -> Answer {
        var fields = HTTPFields()
        var wanted: [String: String?] = ["Sec-Fetch-Site": "same-origin"]
        if method != .get { wanted["Origin"] = origin.url }
        if !cookies.isEmpty { wanted["Cookie"] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
        for (name, value) in wanted.merging(headers, uniquingKeysWith: { $1 }) {
            if let name = HTTPField.Name(name), let value { fields[name] = value }
        }
        let request = Request(
            head: HTTPRequest(
                method: method,
                scheme: "http",
                authority: authority ?? origin.authority,
                path: path,
                headerFields: fields
            ),
            body: RequestBody(buffer: ByteBuffer(string: body ?? ""))
        )
        let channel = EmbeddedChannel()
        if let peer { channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 50_000) }
        let source = ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test"))
        let response = try await responder.respond(to: request, context: WebContext(source: source))
        if let cookie = response.headers[.setCookie] { keep(cookie) }
        let collector = BodyCollector()
        try await response.body.write(collector)
        return Answer(status: response.status, headers: response.headers, text: String(buffer: collector.body))
    }

    private func keep(_ setCookie: String) {
        let pair = setCookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        cookies[String(pair[0])] = setCookie.contains("Max-Age=0") ? nil : String(pair[1])
    }
}
