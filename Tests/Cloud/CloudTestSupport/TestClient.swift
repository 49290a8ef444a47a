package import CloudCore
import Foundation
package import HTTPTypes
import Hummingbird
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
        let request = Request(
            head: HTTPRequest(
                method: method,
                scheme: "http",
                authority: "cloud.test:1234",
                path: path,
                headerFields: fields
            ),
            body: RequestBody(buffer: ByteBuffer(bytes: bytes))
        )
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        var response: Response
        do {
            response = try await responder.respond(to: request, context: CloudContext(source: source))
        } catch let error as HTTPError {
            response = Response(status: error.status)
        }
        let collector = BodyCollector()
        try await response.body.write(collector)
        return Answer(status: response.status.code, headers: response.headers, text: collector.text)
    }
}

/// Collects the body of a response.
final class BodyCollector: ResponseBodyWriter {
    private let buffer = Mutex(ByteBuffer())

    var text: String { buffer.withLock { String(buffer: $0) } }

    func write(_ part: ByteBuffer) async throws {
        buffer.withLock { _ = $0.writeImmutableBuffer(part) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
