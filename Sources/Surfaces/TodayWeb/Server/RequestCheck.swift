import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Decides from a request's head whether the request may be answered.
///
/// `Host` must be the name of this surface, which stops DNS rebinding. Requests that change something, and those that a
/// page's script makes, must come from this surface's own pages, or from the browser itself if the person shares something
/// with the installed app.
struct RequestCheck: Sendable {
    /// Why a request is refused.
    enum Refusal: Hashable, Sendable {
        /// It is for another name.
        case wrongHost
        /// The person has typed `localhost` and the port, and is led to the right name.
        case wrongName
        /// It comes from another site.
        case wrongOrigin
        /// It reached the proxy without TLS.
        case insecure
        /// Its target is not a path, or it names several hosts, so that others may read it differently.
        case ambiguous
    }

    private static let siteField = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    /// Holds further fields of this name: the first one is the authority.
    private static let hostField = HTTPField.Name("Host") ?? .origin
    private static let modeField = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
    private static let destinationField = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
    /// What browsers say of a page that they load before their person opens it.
    private static let purposeFields = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].compactMap(
        HTTPField.Name.init(_:)
    )
    private static let forwardedHostField = HTTPField.Name("X-Forwarded-Host") ?? .origin
    private static let forwardedSchemeField = HTTPField.Name("X-Forwarded-Proto") ?? .origin

    let origin: WebOrigin
    /// Whether every request comes from a trusted proxy, so that the `X-Forwarded` fields count.
    var isBehindProxy = false

    /// The reason to refuse a request; `nil` if it may be answered.
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
        // A form of a page without referrers is sent with the origin "null".
        if let sender, sender != "null" || site == nil { return sender == origin.url ? nil : .wrongOrigin }
        // A browser that sends neither header with a change is not supported.
        return site == nil && head.method != .get ? .wrongOrigin : nil
    }

    /// The name that the client asked for, which a proxy may have put into a field of its own.
    private func authority(of head: HTTPRequest) -> String? {
        let forwarded = isBehindProxy ? head.headerFields[Self.forwardedHostField] : nil
        return forwarded ?? head.authority
    }

    /// Whether a browser asks for a page since its person typed the machine's own name and the port.
    ///
    /// Pages of other sites, and programs, do not learn the name of this surface. The connection itself comes from the
    /// person, which was checked before.
    private func isTypedByPerson(_ head: HTTPRequest) -> Bool {
        guard !origin.isSecure else { return false }
        let names = ["localhost:\(origin.port)", "127.0.0.1:\(origin.port)"]
        guard head.method == .get, let name = head.authority?.lowercased(), names.contains(name) else { return false }
        return head.headerFields[Self.siteField] == "none" && head.headerFields[Self.modeField] == "navigate"
    }

    /// Whether the browser itself sends what the person shares with the installed app.
    ///
    /// What it sends is kept and changes nothing. No page can make a browser say that it navigates by itself, so a form of
    /// another site is refused like any change from elsewhere.
    private func isShare(_ head: HTTPRequest) -> Bool {
        head.method == .post && head.path == ShareForm.path && head.headerFields[Self.siteField] == "none"
            && head.headerFields[Self.modeField] == "navigate"
    }

    /// Whether a request was made by this surface's own page, as far as the browser says.
    static func isFromOwnPage(_ fields: HTTPFields) -> Bool { fields[siteField] == "same-origin" }

    /// Whether a browser says that another site led here.
    static func isFromOtherSite(_ fields: HTTPFields) -> Bool {
        fields[siteField].map { $0 == "cross-site" || $0 == "same-site" } ?? false
    }

    /// Whether a person opens the address in a window, as far as the browser says; programs that are no browsers say nothing.
    ///
    /// A browser that loads a page ahead, or an image or a frame of another page, says so.
    static func isNavigation(_ fields: HTTPFields) -> Bool {
        fields[modeField] ?? "navigate" == "navigate" && fields[destinationField] ?? "document" == "document"
            && purposeFields.allSatisfy { fields[$0] == nil }
    }

    private func needsOwnOrigin(_ head: HTTPRequest) -> Bool {
        if head.method != .get { return true }
        // As the router reads it: empty parts do not count.
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

/// Refuses requests as ``RequestCheck`` decides, and adds the security headers to every response.
struct RequestCheckMiddleware: RouterMiddleware {
    typealias Context = WebContext

    let check: RequestCheck

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        switch check.refusal(of: request.head) {
        case .wrongHost:
            context.logger.notice("Refused a request for another name")
            response = Response(
                status: .misdirectedRequest,
                body: ResponseBody(byteBuffer: ByteBuffer(string: "Today is not at this address.\n"))
            )
        case .wrongName: response = PageResponse.redirect(to: check.origin.url + "/")
        case .wrongOrigin:
            context.logger.notice("Refused a request from another site")
            response = Response(
                status: .forbidden,
                body: ResponseBody(byteBuffer: ByteBuffer(string: "This request comes from another site.\n"))
            )
        case .insecure:
            response =
                request.method == .get
                ? PageResponse.redirect(to: check.origin.url + "/")
                : Response(
                    status: .forbidden,
                    body: ResponseBody(byteBuffer: ByteBuffer(string: "This request came without TLS.\n"))
                )
        case .ambiguous:
            response = Response(
                status: .badRequest,
                body: ResponseBody(byteBuffer: ByteBuffer(string: "This request is not for one address.\n"))
            )
        case nil:
            response = try await next(request, context)
        }
        if response.headers[.contentType] == nil { response.headers[.contentType] = "text/plain; charset=utf-8" }
        SecurityHeaders.add(to: &response.headers, isSecure: check.origin.isSecure)
        return response
    }
}

/// The headers that restrict what a browser does with a response.
enum SecurityHeaders {
    /// The policy of a page, whose one inline style sheet has a nonce.
    ///
    /// - Parameters:
    ///   - nonce: The nonce.
    ///   - hasFrame: Whether the page may hold the frame of a message's body.
    /// - Returns: The policy.
    static func policy(nonce: String, hasFrame: Bool = false) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self' 'nonce-\(nonce)'; img-src 'self' data:; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; \(hasFrame ? "frame-src 'self'; " : "")\
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
    }

    /// The field that says what of the browser a page may use.
    static let permissionsField = HTTPField.Name("Permissions-Policy") ?? .contentSecurityPolicy
    /// What a page itself may use if the person agrees, which is where the browser is; frames may use nothing.
    static let pagePermissions = "camera=(), microphone=(), geolocation=(self)"

    /// The field that says what a browser must forget (W3C Clear Site Data).
    static let clearingField = HTTPField.Name("Clear-Site-Data") ?? .contentSecurityPolicy
    /// Everything that pages and the service worker have kept, and the worker itself.
    static let clearing = "\"cache\", \"storage\""

    /// The policy of responses that are no pages.
    private static let closedPolicy = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"

    /// Adds the headers that are missing.
    ///
    /// - Parameters:
    ///   - fields: The headers of a response.
    ///   - isSecure: Whether browsers must not come without TLS from now on (RFC 6797).
    static func add(to fields: inout HTTPFields, isSecure: Bool) {
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        for (name, value) in always where fields[name] == nil { fields[name] = value }
        if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = closedPolicy }
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
    }

    /// The field by which the page's script and the service worker tell an answer of Today from that of a proxy or a sign-in
    /// in front of it.
    static let ownAnswer = "Today-Answer"

    private static let always: [(HTTPField.Name, String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"), ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
        (ownAnswer, "1"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
