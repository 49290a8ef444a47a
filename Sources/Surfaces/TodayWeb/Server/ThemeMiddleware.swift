import Hummingbird
import LocalAPI

/// Sets the theme of the pages that are written for a request to the one that the person chose in the browser.
struct ThemeMiddleware: RouterMiddleware {
    typealias Context = WebContext

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let theme = request.headers.cookie(named: PageTheme.cookie).flatMap(PageTheme.init)
        return try await PageTheme.$current.withValue(theme) { try await next(request, context) }
    }
}
