import HTTPTypes
import Hummingbird

/// Signs browsers in and out.
struct LinkController: Sendable {
    let links: OneTimeLinks
    let sessions: Sessions

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("link/:token", use: follow)
        router.post("sign-out", use: signOut)
    }

    @Sendable @concurrent private func follow(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let token = context.parameters.get("token").flatMap(Token.init(sent:)), let page = links.use(token)
        else {
            return PageResponse.make(.usedLink, status: .gone)
        }
        let session = try await sessions.begin(replacing: SessionMiddleware.token(of: request))
        // A browser does not send a strict cookie on a redirect that another site began; a page of our own does.
        var response =
            RequestCheck.isFromOtherSite(request.headers)
            ? PageResponse.make(
                PlainPage(
                    title: "Welcome",
                    sentence: "You are signed in.",
                    button: ("Go to Today", page.text),
                    forward: page.text
                )
            )
            : PageResponse.redirect(to: page.text)
        response.headers[.setCookie] = SessionMiddleware.setCookie(session)
        return response
    }

    @Sendable @concurrent private func signOut(_ request: Request, _ context: WebContext) async throws -> Response {
        if let token = SessionMiddleware.token(of: request) { try await sessions.end(token) }
        var response = PageResponse.redirect(to: "/")
        response.headers[.setCookie] = SessionMiddleware.setCookie(nil)
        return response
    }
}
