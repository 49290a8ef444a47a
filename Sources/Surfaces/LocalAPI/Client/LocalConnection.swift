import AsyncHTTPClient
import Foundation
import HostModel
import JSON
import NIOCore
import NIOHTTP1
import ServerSentEvents
import TodayProtocol

/// Sends HTTP requests over a host's Unix socket.
struct LocalConnection: Sendable {
    static let responseLimit = 8 * 1024 * 1024
    static let deadline = TimeAmount.seconds(90)

    private let state: String
    private let socket: String
    private let surface: String

    init(stateDirectory: URL, environment: [String: String], surface: String) throws(HostError) {
        self.surface = surface
        state = stateDirectory.path(percentEncoded: false)
        // The host may run in another environment, so the file with its socket's path is read first.
        let file = SocketPath.addressFile(in: stateDirectory)
        let address = try? String(contentsOfFile: file, encoding: .utf8)
        if let address, address.hasPrefix("/"), address.utf8.count <= SocketPath.limit {
            socket = address
        } else {
            socket = try SocketPath.resolve(stateDirectory: stateDirectory, environment: environment).path
        }
    }

    func send<Reply>(
        _ parameters: RequestWriter,
        by route: Route,
        for reply: ReplyCoding<Reply>
    ) async throws(HostError) -> Reply {
        let response = try await execute(
            makeRequest(route.method, route.path, parameters),
            until: .now() + Self.deadline
        )
        guard (200..<300).contains(response.status.code) else {
            let error = try await failure(of: response)
            if error.code == .notFound, let reply = reply.whenNotFound?() { return reply }
            throw error
        }
        let bytes = try await body(of: response)
        do {
            return try reply.decode(try Self.encodedReply(bytes, of: response))
        } catch {
            throw HostError(.internal, "Today's answer cannot be read; is it of another version?", cause: error)
        }
    }

    func stream(
        _ path: String,
        _ parameters: RequestWriter,
        _ receive: (ServerSentEvent) async throws -> Void
    ) async throws {
        let response = try await execute(makeRequest(.get, path, parameters), until: .distantFuture)
        guard response.status == .ok else { throw try await failure(of: response) }
        var parser = ServerSentEventParser()
        for try await part in response.body {
            for event in try parser.append(part.readableBytesView) { try await receive(event) }
        }
    }
}

// MARK: - Requests and answers

extension LocalConnection {
    private func makeRequest(
        _ method: Route.Method,
        _ path: String,
        _ parameters: RequestWriter
    ) -> HTTPClientRequest {
        let components = path.split(separator: "/").map { component in
            component.first == ":"
                ? PercentCoding.encode(parameters.path[String(component.dropFirst())] ?? "") : String(component)
        }
        var uri = "/api/" + components.joined(separator: "/")
        if !parameters.query.isEmpty {
            let pairs = parameters.query.sorted { $0.key < $1.key }.map { "\($0)=\(PercentCoding.encode($1))" }
            uri += "?" + pairs.joined(separator: "&")
        }
        var request = HTTPClientRequest(url: "http+unix://\(PercentCoding.encode(socket))\(uri)")
        request.method = HTTPMethod(rawValue: method.rawValue)
        request.headers.add(name: LocalHeader.surface, value: surface)
        if let language = parameters.language { request.headers.add(name: "Accept-Language", value: language) }
        if let zone = parameters.zone { request.headers.add(name: LocalHeader.zone, value: zone) }
        if let body = parameters.body {
            request.body = .bytes(ByteBuffer(bytes: body.jsonBytes()))
            request.headers.add(name: "Content-Type", value: "application/json")
        }
        return request
    }

    private static func encodedReply(_ bytes: ByteBuffer, of response: HTTPClientResponse) throws -> EncodedReply {
        guard bytes.readableBytes > 0 else { return .nothing }
        let type = response.headers.first(name: "Content-Type") ?? ""
        guard type.hasPrefix("image/") else { return .json(try JSONValue(parsing: bytes.readableBytesView)) }
        return .image(ImageFile(mediaType: type, bytes: Array(bytes.readableBytesView)))
    }

    private func body(of response: HTTPClientResponse) async throws(HostError) -> ByteBuffer {
        do {
            return try await response.body.collect(upTo: Self.responseLimit)
        } catch {
            throw HostError(.internal, "Today broke off its answer.", cause: error)
        }
    }

    private func failure(of response: HTTPClientResponse) async throws(HostError) -> HostError {
        let bytes = try await body(of: response)
        guard let body: HostErrorBody = try? JSONValue(parsing: bytes.readableBytesView).decode() else {
            return HostError(.internal, "Today answered with the status \(response.status.code).")
        }
        return body.error
    }

    /// The HTTP client of all connections, which lives as long as the process.
    ///
    /// Unlike `HTTPClient.shared`, it fails at once if no host runs, instead of retrying until the deadline.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private func execute(
        _ request: HTTPClientRequest,
        until deadline: NIODeadline
    ) async throws(HostError) -> HTTPClientResponse {
        do {
            return try await Self.client.execute(request, deadline: deadline)
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout {
            throw HostError(.internal, "Today did not answer in time.", cause: error)
        } catch let error as HTTPClientError where error == .remoteConnectionClosed {
            throw HostError(.internal, "Today ended before it answered.", cause: error)
        } catch let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode) {
            throw HostError(.internal, "The connection to Today was lost before it answered.", cause: error)
        } catch {
            throw HostError(
                .notRunning,
                "Today is not running for \(state); start it with: today run --state \(state)",
                cause: error
            )
        }
    }
}
