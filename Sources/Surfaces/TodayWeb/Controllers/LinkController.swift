import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI

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
