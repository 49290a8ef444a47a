import Foundation
import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves the pages on which people configure widgets, without a script.
struct ConfigurationController: Sendable {
    /// Maximum size of a form, in bytes; percent-encoding turns one byte into three.
    static let bodyLimit = 3 * ConfigureWidgetRequest.byteLimit

    let host: any HostAccess
    let viewers: ViewerReader

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
        let body = try await request.collectBody(upTo: Self.bodyLimit, within: .seconds(10))
        let values = Self.values(inForm: String(buffer: body))
        let language = viewers.viewer(of: request.headers).language
        do throws(HostError) {
            try await host.send(ConfigureWidgetRequest(widget, values: values, language: language))
        } catch {
            guard error.code == .invalid else { throw error }
            return try await page(for: widget, refused: values, because: error.pageText, request)
        }
        return PageResponse.redirect(to: "/")
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
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let page = ConfigurationPage(
            configuration: try await host.send(
                GetWidgetConfigurationRequest(of: widget, language: viewer.language, values: values)
            ),
            problem: problem,
            viewer: viewer,
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            images: try await host.send(GetBundleImageIndexRequest()),
            screen: screen.position
        )
        return PageResponse.make { page.html(nonce: $0) }
    }

    /// Parses `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
    ///
    /// Several values of one name, such as those of a choice set, are joined with commas.
    static func values(inForm form: String) -> [String: String] {
        var values: [String: String] = [:]
        for pair in form.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
            guard parts.count == 2, !parts[0].isEmpty else { continue }
            values[parts[0]] = values[parts[0]].map { "\($0),\(parts[1])" } ?? parts[1]
        }
        return values
    }
}
