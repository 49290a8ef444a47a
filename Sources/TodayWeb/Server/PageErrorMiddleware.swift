import HTTPTypes
import Host
import HostAPI
import Hummingbird
import Logging

/// Translates errors into pages, once, at the edge.
struct PageErrorMiddleware: RouterMiddleware {
    typealias Context = WebContext

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .unauthorized {
            return PageResponse.make(.signIn, status: .unauthorized)
        } catch let error as HTTPError where error.status == .notFound {
            return PageResponse.make(.notFound, status: .notFound)
        } catch let error as HTTPError {
            let page = PlainPage(title: "That Did Not Work", sentence: error.body ?? error.status.reasonPhrase)
            return PageResponse.make(page, status: error.status)
        } catch let error as HostError {
            if let cause = error.cause { context.logger.debug("A page failed", metadata: ["cause": "\(cause)"]) }
            return PageResponse.make(page(for: error), status: error.code.status)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("A page failed", metadata: ["error": "\(error)"])
            let page = PlainPage(
                title: "That Did Not Work",
                sentence: "Something went wrong; Today's log has the rest."
            )
            return PageResponse.make(page, status: .internalServerError)
        }
    }

    private func page(for error: HostError) -> PlainPage {
        PlainPage(
            title: error.code == .notFound ? "Not Here" : "That Did Not Work",
            sentence: error.message,
            button: ("Go to Today", "/")
        )
    }
}
