import HostModel
import Hummingbird

/// Serves the outbox and its forms, without a script.
struct OutboxController: PageController {
    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("outbox", use: show)
        router.post("outbox/:number/retry") { _, context in try await decide(RetryActionRequest(number(context))) }
        router.post("outbox/:number/discard") { _, context in try await decide(DiscardActionRequest(number(context))) }
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let pageContext = try await pageContext(for: viewer)
        let outbox = try await host.send(GetOutboxRequest(limit: OutboxPage.limit, language: viewer.language))
        return PageResponse.make(OutboxPage(outbox: outbox, context: pageContext))
    }

    /// Performs a form's request, and shows the outbox again, also if the action was or is being processed.
    private func decide<Decision: HostRequest>(
        _ decision: Decision
    ) async throws -> Response where Decision.Reply == Void {
        _ = try await WebForm.refusal([.notFound, .invalid]) { () async throws(HostError) in
            try await host.send(decision)
        }
        return PageResponse.redirect(to: "/outbox")
    }

    private func number(_ context: WebContext) throws(HTTPError) -> Int64 {
        guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else { throw HTTPError(.notFound) }
        return number
    }
}
