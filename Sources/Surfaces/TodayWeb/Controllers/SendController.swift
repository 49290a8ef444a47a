import Foundation
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves the page on which a person writes a message to the inboxes of an app, and sends it as `today send` does.
struct SendController: PageController {
    /// Maximum size of a form, in bytes; percent-encoding turns a character of three bytes into nine.
    static let bodyLimit = 256 * 1024

    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("send", use: show)
        router.post("send", use: send)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = request.uri.queryParameters
        return try await page(
            for: query.get(SendPage.Field.app).map { AppID($0) },
            isSent: query[Substring(SendPage.sentParameter)] != nil,
            request
        )
    }

    /// Sends the message in the form, or shows the form again with the error.
    @Sendable @concurrent private func send(_ request: Request, _ context: WebContext) async throws -> Response {
        let values = try await request.form(upTo: Self.bodyLimit)
            .mapValues { $0.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines) }
        let app = values[SendPage.Field.app].map { AppID($0) }
        // A host that uses another cloud would not receive the message.
        guard try await host.send(GetCloudStatusRequest()).isLocal else { return try await page(for: app, request) }
        if let problem = SendPage.problem(in: values) {
            return try await page(for: app, with: values, because: problem, request)
        }
        let problem = try await WebForm.refusal([.invalid, .notFound, .cloudUnavailable]) {
            () async throws(HostError) in
            _ = try await host.send(SendMessageRequest(SendPage.message(in: values), to: app))
        }
        if let problem { return try await page(for: app, with: values, because: problem, request) }
        return PageResponse.redirect(to: SendPage.path(of: app, isSent: true))
    }

    private func page(
        for id: AppID?,
        with values: [String: String] = [:],
        because problem: LocalizableText? = nil,
        isSent: Bool = false,
        _ request: Request
    ) async throws -> Response {
        let viewer = viewer(of: request)
        let apps = try await host.send(ListAppsRequest(language: viewer.language))
        let app = apps.first { $0.id == id }
        if let id, app == nil { throw HostError(.notFound, .noSuchApp(String(id.rawValue.prefix(200)))) }
        let page = SendPage(
            app: app,
            values: values,
            problem: problem,
            isSent: isSent,
            cloud: try await host.send(GetCloudStatusRequest()),
            context: try await pageContext(for: viewer)
        )
        return PageResponse.make(page, problem: problem)
    }
}
