import HTTPTypes
import Hummingbird
import Logging

/// Refuses requests that ``RequestCheck`` refuses, and puts the safety headers on every response.
struct RequestCheckMiddleware: RouterMiddleware {
    typealias Context = WebContext

    let check: RequestCheck

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        switch check.refusal(of: request.head) {
        case .wrongHost:
            context.logger.notice("Refused a request for another name")
            response = Response(
                status: .misdirectedRequest,
                body: ResponseBody(byteBuffer: ByteBuffer(string: "Today is not at this address.\n"))
            )
        case .wrongOrigin:
            context.logger.notice("Refused a request from another site")
            response = Response(
                status: .forbidden,
                body: ResponseBody(byteBuffer: ByteBuffer(string: "This request comes from another site.\n"))
            )
        case nil:
            response = try await next(request, context)
        }
        if response.headers[.contentType] == nil { response.headers[.contentType] = "text/plain; charset=utf-8" }
        SafetyHeaders.add(to: &response.headers)
        return response
    }
}
