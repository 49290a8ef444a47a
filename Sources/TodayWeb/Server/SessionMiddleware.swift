import HTTPTypes
import HostAPI
import Hummingbird

/// Lets only browsers that are signed in pass.
struct SessionMiddleware: RouterMiddleware {
    typealias Context = WebContext

    /// The name of the cookie that holds the token.
    static let cookie = "today_session"

    let sessions: Sessions

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let token = Self.token(of: request), try await sessions.isSignedIn(token) else {
            throw HTTPError(.unauthorized, message: "Sign in first: today link")
        }
        var context = context
        context.session = token
        return try await next(request, context)
    }

    /// The token that a browser sends, whether or not it is one of a session.
    static func token(of request: Request) -> Token? {
        request.headers.cookie(named: cookie).flatMap(Token.init(sent:))
    }

    /// The value of `Set-Cookie` that keeps a token, or forgets it.
    static func setCookie(_ token: Token?) -> String {
        let age = token == nil ? 0 : Sessions.lifetime
        return "\(cookie)=\(token?.text ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
    }
}
