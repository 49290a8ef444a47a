import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import NIOEmbedded
import Testing

/// The translation of errors, and of bodies, at the edge of routes.
@Suite struct ErrorMiddlewareTests {
    private struct Known: Error {}
    private struct Unknown: Error {}

    private let router = Router()

    init() {
        router.add(
            middleware: ErrorMiddleware { error, _ in
                switch error {
                case is Known: return Response(status: .conflict)
                case let error as RequestBodyError:
                    return JSONResponse.make(.string(error.message), status: .badRequest)
                default: throw error
                }
            }
        )
        router.get("known") { _, _ -> Response in throw Known() }
        router.get("unknown") { _, _ -> Response in throw Unknown() }
        router.get("cancelled") { _, _ -> Response in throw CancellationError() }
        router.post("json") { request, _ in
            JSONResponse.make(try await request.collectJSON(upTo: 100, depthLimit: 3, within: .seconds(300)))
        }
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> Response {
        let head = HTTPRequest(method: method, scheme: "http", authority: "test", path: path)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await router.buildResponder().respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body))),
            context: BasicRequestContext(source: .init(channel: EmbeddedChannel(), logger: logger))
        )
    }

    @Test func aKnownErrorBecomesAResponse() async throws {
        #expect(try await send(.get, "/known").status == .conflict)
    }

    @Test func anErrorThatIsNotTranslatedGoesOn() async throws {
        await #expect(throws: Unknown.self) { try await send(.get, "/unknown") }
    }

    @Test func cancellationIsNeverTranslated() async throws {
        await #expect(throws: CancellationError.self) { try await send(.get, "/cancelled") }
    }

    @Test func aJSONBodyIsReadAndWritten() async throws {
        let response = try await send(.post, "/json", "{\"b\": [1], \"a\": null}")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json; charset=utf-8")
        #expect(response.headers[.contentLength] == "18")
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test(arguments: ["", "{", "[[[[1]]]]", String(repeating: " ", count: 101)])
    func aBodyThatIsNoJSONWithinTheLimitsIsRefused(body: String) async throws {
        #expect(try await send(.post, "/json", body).status == .badRequest)
    }
}
