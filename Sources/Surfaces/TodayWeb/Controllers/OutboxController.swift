import Foundation
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves the outbox and its forms, without a script.
struct OutboxController: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader
    let now: @Sendable () -> Date

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("outbox", use: show)
        router.post("outbox/:number/retry") { _, context in
            try await decide(context) { (number) async throws(HostError) in
                try await host.send(RetryActionRequest(number))
            }
        }
        router.post("outbox/:number/discard") { _, context in
            try await decide(context) { (number) async throws(HostError) in
                try await host.send(DiscardActionRequest(number))
            }
        }
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        // The screen is read first: later changes arrive in the page's event stream.
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = OutboxPage.Model(
            outbox: try await host.send(GetOutboxRequest(limit: OutboxPage.limit, language: viewer.language)),
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            viewer: viewer,
            now: now(),
            images: try await host.send(GetBundleImageIndexRequest())
        )
        return PageResponse.make { OutboxPage(model: model).html(nonce: $0) }
    }

    /// Performs a form's request, and shows the outbox again, also if the action was or is being processed.
    private func decide(
        _ context: WebContext,
        _ send: (Int64) async throws(HostError) -> Void
    ) async throws -> Response {
        guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else { throw HTTPError(.notFound) }
        do throws(HostError) { try await send(number) } catch {
            guard error.code == .notFound || error.code == .invalid else { throw error }
        }
        return PageResponse.redirect(to: "/outbox")
    }
}
