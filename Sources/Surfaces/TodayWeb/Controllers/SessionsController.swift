import Host
import HostAPIServer
import Hummingbird

/// Signs other browsers out, which the person does in Settings.
struct SessionsController: Sendable {
    let sessions: Sessions
    let cookie: SessionCookie
    let streams: StreamLimiter

    func addRoutes(to router: some RouterMethods<WebContext>) { router.post("sessions/:hash/sign-out", use: signOut) }

    @Sendable @concurrent private func signOut(_ request: Request, _ context: WebContext) async throws -> Response {
        let hash = context.parameters.get("hash") ?? ""
        try await sessions.end(hash: hash)
        // What the browser has open learns nothing more, and asks to sign in.
        streams.end(hash)
        guard hash == context.session?.hash else { return PageResponse.redirect(to: "/settings#sessions") }
        var response = PageResponse.redirect(to: "/")
        response.headers[.setCookie] = cookie.setting(nil)
        response.headers[SecurityHeaders.clearingField] = SecurityHeaders.clearing
        return response
    }
}
