import Foundation
import HTTPTypes
import Hummingbird
import LocalAPI

/// The links that sign a browser in and lead to a page.
typealias OneTimeLinks = OneTimeTokens<PagePath>

extension OneTimeTokens<PagePath> {
    /// Makes the token of a link that leads to a page.
    func make(to page: PagePath = .today) -> Token { make(page) }
}

/// The path and query of a page of this surface: `/notifications?answer=7`.
struct PagePath: Hashable, Sendable {
    /// Maximum length, in bytes.
    static let limit = 2048
    /// The Today screen.
    static let today = PagePath(text: "/")

    /// The path and the query.
    let text: String

    private init(text: String) { self.text = text }

    /// Checks a path; `nil` if it could lead to another site, or has characters that are not valid in a URL.
    init?(_ text: String) {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= Self.limit,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
        else { return nil }
        self.text = text
    }
}

/// Signs browsers in and out.
struct LinkController: PageController {
    let source: PageSource
    let signIn: SignIn
    let links: OneTimeLinks

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("link/:token", use: follow)
        router.post("link/:token", use: follow)
        router.post("sign-out") { request, _ in try await signIn.signOut(signIn.cookie.token(of: request)) }
    }

    /// Uses a link if a person opens it or presses the button on its page; other requests get that page.
    @Sendable @concurrent private func follow(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let token = context.parameters.get("token").flatMap(Token.init(sent:))
        if let token, links.value(of: token) != nil, request.method == .get,
            !RequestCheck.isNavigation(request.headers)
        {
            let page = PlainPage(
                title: .thisIsToday,
                sentence: .linkSignsIn,
                form: (.signIn, "/link/\(token.text)")
            )
            return PageResponse.make(page, for: viewer)
        }
        guard let page = token.flatMap(links.use) else {
            return signIn.refusals.response(.usedLink, to: request, context)
        }
        let session = try await signIn.sessions.begin(
            replacing: signIn.cookie.token(of: request),
            browser: request.browserName
        )
        // A browser does not send a strict cookie with a redirect that another site began, but does with a page of our
        // own.
        var response =
            RequestCheck.isFromOtherSite(request.headers)
            ? PageResponse.make(
                PlainPage(
                    title: .welcome,
                    sentence: .signedIn,
                    buttons: [(.goToToday, page.text)],
                    forward: page.text
                ),
                for: viewer
            )
            : PageResponse.redirect(to: page.text)
        response.headers[.setCookie] = signIn.cookie.setting(session)
        return response
    }
}
