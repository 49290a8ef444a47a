import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves the page with the rights of one app, and the question whether the app may make requests to a server.
struct AppRightsController: PageController {
    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("settings/apps", use: show)
        router.get("settings/apps/hosts", use: ask)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(of: app(in: parameters(of: request)), request)
    }

    private func page(
        of app: AppID,
        refused name: String = "",
        because problem: LocalizableText? = nil,
        status: HTTPResponse.Status = .ok,
        _ request: Request
    ) async throws -> Response {
        let viewer = viewer(of: request)
        let pageContext = try await pageContext(for: viewer)
        let rights = try await host.send(GetAppRightsRequest(of: app, language: viewer.language))
        return PageResponse.make(
            AppRightsPage(app: rights, refusedHost: name, problem: problem, context: pageContext),
            status: status
        )
    }

    /// Asks whether to allow a server; shows the field again, with the error, if its text names none.
    @Sendable @concurrent private func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = parameters(of: request)
        let app = try app(in: parameters)
        guard let name = parameters["host"], (1...512).contains(name.utf8.count) else {
            throw HTTPError(.badRequest, message: "The address names no host.")
        }
        let viewer = viewer(of: request)
        let question: ServerQuestion
        do throws(HostError) {
            question = try await host.send(GetServerQuestionRequest(name, for: app, language: viewer.language))
        } catch {
            guard error.code == .invalid else { throw error }
            return try await page(of: app, refused: name, because: error.pageText, status: error.code.status, request)
        }
        return PageResponse.make(ServerQuestionPage(question: question, context: try await pageContext(for: viewer)))
    }

    /// Returns the values in a request's query, which may come from a form without a script.
    private func parameters(of request: Request) -> [String: String] {
        WebForm.values(in: request.uri.query ?? "")
    }

    private func app(in parameters: [String: String]) throws -> AppID {
        guard let app = parameters["app"], (1...512).contains(app.utf8.count) else {
            throw HTTPError(.badRequest, message: "The address names no app.")
        }
        return AppID(app)
    }
}
