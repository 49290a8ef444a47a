import Foundation
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves the pages on which people configure widgets, without a script.
struct ConfigurationController: PageController {
    /// Maximum size of a form, in bytes; percent-encoding turns one byte into three.
    static let bodyLimit = 3 * ConfigureWidgetRequest.byteLimit

    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("widgets/:widget/configuration", use: show)
        router.post("widgets/:widget/configuration", use: save)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(for: widget(context), request)
    }

    /// Saves the form's values, or shows the form again with the error.
    @Sendable @concurrent private func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let widget = try widget(context)
        let values = try await request.form(upTo: Self.bodyLimit)
        let language = viewer(of: request).language
        let problem = try await WebForm.refusal([.invalid]) { () async throws(HostError) in
            try await host.send(ConfigureWidgetRequest(widget, values: values, language: language))
        }
        guard let problem else { return PageResponse.redirect(to: "/") }
        return try await page(for: widget, refused: values, because: problem, request)
    }

    private func widget(_ context: WebContext) throws -> WidgetID {
        let name = context.parameters.get("widget")?.removingPercentEncoding
        guard let name, !name.isEmpty else { throw HTTPError(.notFound) }
        return WidgetID(name)
    }

    private func page(
        for widget: WidgetID,
        refused values: [String: String]? = nil,
        because problem: LocalizableText? = nil,
        _ request: Request
    ) async throws -> Response {
        let viewer = viewer(of: request)
        let pageContext = try await pageContext(for: viewer)
        let configuration = try await host.send(
            GetWidgetConfigurationRequest(of: widget, language: viewer.language, values: values)
        )
        return PageResponse.make(
            ConfigurationPage(configuration: configuration, problem: problem, context: pageContext)
        )
    }
}
