package import CloudCore
import Foundation
import HTTPServing
package import HTTPTypes
package import Hummingbird
package import JSON
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

/// A client that sends requests to the routes of a cloud without a socket.
package struct TestClient: Sendable {
    /// The response to a request.
    package struct Answer: Sendable {
        package var status: Int
        package var headers: HTTPFields
        package var text: String

        /// The body as JSON; `null` if it is not JSON.
        package var json: JSONValue { (try? JSONValue(parsing: text)) ?? .null }
    }

    /// The address of the requests.
    package static let address = "http://cloud.test:1234"

    private let responder: RouterResponder<CloudContext>
    private let defaults: [String: String]

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - cloud: The cloud.
    ///   - protocols: The protocols besides the routes of hosts.
    package init(_ cloud: Cloud, _ protocols: [any CloudRoutes] = []) {
        responder = CloudServer.router(cloud: cloud, protocols: protocols).buildResponder()
        defaults = [:]
    }

    private init(_ other: TestClient, _ defaults: [String: String]) {
        responder = other.responder
        self.defaults = defaults
    }

    /// Returns the same client with a name and a password.
    package func basic(_ name: String, _ password: String) -> TestClient {
        with(["Authorization": "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()])
    }

    /// Returns the same client with a token.
    package func bearer(_ token: String) -> TestClient { with(["Authorization": "Bearer \(token)"]) }

    /// Returns the same client with more headers.
    package func with(_ headers: [String: String]) -> TestClient {
        TestClient(self, defaults.merging(headers) { $1 })
    }

    /// Sends a request with a JSON body.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSONValue? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(method, path, text: body?.jsonText ?? "", headers: headers)
    }

    /// Sends a request with any body.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        text: String,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(method, path, bytes: Array(text.utf8), headers: headers)
    }

    /// Sends a request with a body of bytes.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        bytes: [UInt8],
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in defaults.merging(headers, uniquingKeysWith: { $1 }) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return try await answer(to: Self.request(method, path, fields, RequestBody(buffer: ByteBuffer(bytes: bytes))))
    }

    /// Sends a request with a body whose end comes when the test says so.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        held body: HeldBody
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in defaults {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return try await answer(to: Self.request(method, path, fields, RequestBody(asyncSequence: body.stream)))
    }

    /// Sends a request without a body, and closes the connection before the response is written.
    package func sendAndDisconnect(_ method: HTTPRequest.Method, _ path: String) async throws {
        _ = try await response(to: Self.request(method, path, HTTPFields(), RequestBody(buffer: ByteBuffer())))
    }

    /// Sends a request without a body, and writes the body of the response where the test says.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        writingTo writer: some ResponseBodyWriter & Sendable
    )
        async throws
    {
        let response = try await response(
            to: Self.request(method, path, HTTPFields(), RequestBody(buffer: ByteBuffer()))
        )
        try await response.body.write(writer)
    }

    private static func request(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ fields: HTTPFields,
        _ body: RequestBody
    ) -> Request {
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "cloud.test:1234",
            path: path,
            headerFields: fields
        )
        return Request(head: head, body: body)
    }

    private func answer(to request: Request) async throws -> Answer {
        try await Self.answer(try await response(to: request))
    }

    /// Reads a response.
    package static func answer(_ response: Response) async throws -> Answer {
        let collector = BodyCollector()
        try await response.body.write(collector)
        return Answer(status: response.status.code, headers: response.headers, text: String(buffer: collector.body))
    }

    private func response(to request: Request) async throws -> Response {
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        do {
            return try await responder.respond(to: request, context: CloudContext(source: source))
        } catch let error as HTTPError {
            return Response(status: error.status)
        }
    }
}

/// An empty request body that does not end before the test says so.
package final class HeldBody: Sendable {
    private let (reads, reading) = AsyncStream<Void>.makeStream()
    private let (ends, ending) = AsyncStream<Void>.makeStream()

    package init() {}

    /// Waits until the cloud reads the body.
    package func waitUntilRead() async {
        for await _ in reads { return }
    }

    /// Ends the body.
    package func finish() { ending.finish() }

    var stream: AsyncStream<ByteBuffer> {
        AsyncStream {
            self.reading.yield()
            for await _ in self.ends {}
            return nil
        }
    }
}
