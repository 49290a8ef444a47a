import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Decides from a request's head whether to answer it.
///
/// `Host` must be the name of this surface, which prevents DNS rebinding. Requests that change something, and those of
/// a page's script, must come from this surface's own pages, or from the browser itself if the person shares something
/// with the installed app.
struct RequestCheck: Sendable {
    /// The reason to refuse a request.
    enum Refusal: Hashable, Sendable {
        /// It is for another host name.
        case wrongHost
        /// The person has typed `localhost` and the port, and is redirected to the right name.
        case wrongName
        /// It comes from another site.
        case wrongOrigin
        /// It reached the proxy without TLS.
        case insecure
        /// Its target is not a path, or it names several hosts, so other software may interpret it differently.
        case ambiguous
    }

    private static let siteField = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    /// The `Host` header; only repeated ones are found here, since the first one becomes the authority.
    private static let hostField = HTTPField.Name("Host") ?? .origin
    private static let modeField = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
    private static let destinationField = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
    /// Headers by which browsers mark requests for pages that they load before the person opens them.
    private static let purposeFields = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].compactMap(
        HTTPField.Name.init(_:)
    )
    private static let forwardedHostField = HTTPField.Name("X-Forwarded-Host") ?? .origin
    private static let forwardedSchemeField = HTTPField.Name("X-Forwarded-Proto") ?? .origin

    let origin: WebOrigin
    /// `true` if all requests come from a trusted proxy, so that the `X-Forwarded` headers count.
    var isBehindProxy = false

    /// Returns the reason to refuse a request; `nil` if it may be answered.
    func refusal(of head: HTTPRequest) -> Refusal? {
        guard head.headerFields[Self.hostField] == nil, head.path?.hasPrefix("/") == true else { return .ambiguous }
        guard authority(of: head)?.lowercased() == origin.authority else {
            return isTypedByPerson(head) ? .wrongName : .wrongHost
        }
        if isBehindProxy, let scheme = head.headerFields[Self.forwardedSchemeField], scheme.lowercased() != "https" {
            return .insecure
        }
        guard needsOwnOrigin(head) else { return nil }
        let site = head.headerFields[Self.siteField]
        let sender = head.headerFields[.origin]
        if isShare(head) { return sender == nil || sender == "null" || sender == origin.url ? nil : .wrongOrigin }
        if let site, site != "same-origin" { return .wrongOrigin }
        // A form on a page without referrers is sent with the origin "null".
        if let sender, sender != "null" || site == nil { return sender == origin.url ? nil : .wrongOrigin }
        // A browser that sends neither header with a change is not supported.
        return site == nil && head.method != .get ? .wrongOrigin : nil
    }

    /// Returns the name that the client requested, which a proxy may have put into a header of its own.
    private func authority(of head: HTTPRequest) -> String? {
        let forwarded = isBehindProxy ? head.headerFields[Self.forwardedHostField] : nil
        return forwarded ?? head.authority
    }

    /// Returns `true` if a browser requests a page because the person typed the machine's own name and the port.
    ///
    /// Pages of other sites, and programs, do not learn the name of this surface. That the connection comes from the
    /// person was checked before.
    private func isTypedByPerson(_ head: HTTPRequest) -> Bool {
        guard origin.reach == .thisMachine else { return false }
        let names = ["localhost:\(origin.port)", "127.0.0.1:\(origin.port)"]
        guard head.method == .get, let name = head.authority?.lowercased(), names.contains(name) else { return false }
        return head.headerFields[Self.siteField] == "none" && head.headerFields[Self.modeField] == "navigate"
    }

    /// Returns `true` if the browser itself sends content that the person shares with the installed app.
    ///
    /// That content is stored and changes nothing. No page can make a browser claim a navigation of its own, so a form
    /// on another site is refused like any other change from elsewhere.
    private func isShare(_ head: HTTPRequest) -> Bool {
        head.method == .post && head.path == ShareForm.path && head.headerFields[Self.siteField] == "none"
            && head.headerFields[Self.modeField] == "navigate"
    }

    /// Returns `true` if the browser says that this surface's own page made the request.
    static func isFromOwnPage(_ fields: HTTPFields) -> Bool { fields[siteField] == "same-origin" }

    /// Returns `true` if the browser says that the request comes from another site.
    static func isFromOtherSite(_ fields: HTTPFields) -> Bool {
        fields[siteField].map { $0 == "cross-site" || $0 == "same-site" } ?? false
    }

    /// Returns `true` if the request may be a person's navigation in a window, according to its headers, or has none of
    /// them.
    ///
    /// Browsers mark the requests for prefetched pages, and for images and frames of other pages. Programs that are not
    /// browsers send no such headers.
    static func isNavigation(_ fields: HTTPFields) -> Bool {
        fields[modeField] ?? "navigate" == "navigate" && fields[destinationField] ?? "document" == "document"
            && purposeFields.allSatisfy { fields[$0] == nil }
    }

    /// Returns a request in which the header `Sec-Fetch-Site` says what the browser does not: browsers leave it out where
    /// pages are not encrypted.
    ///
    /// Pages of this surface send their address with what they request of it, and those of other sites cannot send it.
    func completed(_ request: Request) -> Request {
        guard origin.reach == .privateNetwork else { return request }
        var head = request.head
        let page = head.headerFields[.origin] ?? head.headerFields[.referer] ?? ""
        let isOwn = page == origin.url || page.hasPrefix(origin.url + "/")
        head.headerFields[Self.siteField] = isOwn ? "same-origin" : "cross-site"
        return Request(head: head, body: request.body)
    }

    private func needsOwnOrigin(_ head: HTTPRequest) -> Bool {
        if head.method != .get { return true }
        // As the router reads it: empty components do not count.
        let parts = (head.path ?? "").prefix { $0 != "?" }.split(separator: "/")
            .map { $0.removingPercentEncoding ?? String($0) }
        return parts == ["events"] || parts == ["image"] || parts == ["app", "card"] || parts == ["search"]
            || parts == ["editor"]
            || parts.first == "topics" && parts.last == "picture"
            || parts.first == "share" && parts.dropFirst(2).first == "images"
            || parts.first == "api" || parts.first == "messages" || parts.first == "bundle"
            || parts == ["today.webmanifest"]
    }
}

/// Refuses requests according to ``RequestCheck``, and adds the security headers to every response.
struct RequestCheckMiddleware: RouterMiddleware {
    typealias Context = WebContext

    let check: RequestCheck

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let request = check.completed(request)
        var response: Response
        switch check.refusal(of: request.head) {
        case .wrongHost:
            context.logger.notice("Refused a request for another name")
            response = Self.refused(.misdirectedRequest, "Today is not at this address.")
        case .wrongName: response = PageResponse.redirect(to: check.origin.url + "/")
        case .wrongOrigin:
            context.logger.notice("Refused a request from another site")
            response = Self.refused(.forbidden, "This request comes from another site.")
        case .insecure:
            response =
                request.method == .get
                ? PageResponse.redirect(to: check.origin.url + "/")
                : Self.refused(.forbidden, "This request came without TLS.")
        case .ambiguous:
            response = Self.refused(.badRequest, "This request is not for one address.")
        case nil:
            response = try await next(request, context)
        }
        if response.headers[.contentType] == nil { response.headers[.contentType] = "text/plain; charset=utf-8" }
        SecurityHeaders.add(to: &response.headers, reach: check.origin.reach)
        return response
    }

    private static func refused(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }
}

/// The headers that restrict a browser's use of a response.
enum SecurityHeaders {
    /// Returns the content security policy of a page, whose one inline style sheet has a nonce.
    ///
    /// `hasFrame` says that the page may contain the frame of a message's body.
    static func policy(nonce: String, hasFrame: Bool = false) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self' 'nonce-\(nonce)'; img-src 'self' data:; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; \(hasFrame ? "frame-src 'self'; " : "")\
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
    }

    /// Name of the header that restricts the browser features of a page.
    static let permissionsField = HTTPField.Name("Permissions-Policy") ?? .contentSecurityPolicy
    /// Permissions of a page: the location, if the person agrees; frames have none.
    static let pagePermissions = "camera=(), microphone=(), geolocation=(self)"

    /// Name of the header that makes a browser delete data (W3C Clear Site Data).
    static let clearingField = HTTPField.Name("Clear-Site-Data") ?? .contentSecurityPolicy
    /// All data that pages and the service worker have stored, and the worker itself.
    static let clearing = "\"cache\", \"storage\""

    /// Content security policy of responses that are not pages.
    private static let closedPolicy = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"

    /// Adds the missing security headers.
    ///
    /// Browsers must use TLS from now on where there is TLS (RFC 6797). Where there is none, pages send their address with
    /// requests to this surface, which tells these from requests of other sites.
    static func add(to fields: inout HTTPFields, reach: WebOrigin.Reach) {
        if reach == .anywhere { fields[.strictTransportSecurity] = "max-age=31536000" }
        if reach == .privateNetwork { fields[referrerField] = "same-origin" }
        for (name, value) in always where fields[name] == nil { fields[name] = value }
        // Browsers ignore it without encryption, and say so in their consoles.
        if reach == .privateNetwork { fields[openerField] = nil }
        if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = closedPolicy }
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
    }

    /// Name of the header by which the page's script and the service worker distinguish answers of Today from those of
    /// a proxy or a sign-in in front of it.
    static let ownAnswer = "Today-Answer"

    private static let openerField = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .contentSecurityPolicy
    private static let referrerField = HTTPField.Name("Referrer-Policy") ?? .contentSecurityPolicy
    private static let always: [(HTTPField.Name, String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"), ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
        (ownAnswer, "1"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
