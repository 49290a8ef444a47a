import AsyncHTTPClient
import Foundation
import HTTPTypes
import Host
import JSON
import NIOCore
import NIOHTTP1
import ServerSentEvents
import TodayScreen

/// Requests over a host's Unix socket.
struct LocalConnection: Sendable {
    /// How large an answer may be, in bytes.
    static let responseLimit = 8 * 1024 * 1024
    /// How long a request may take.
    static let deadline = TimeAmount.seconds(90)

    private let state: String
    private let socket: String
    private let surface: String

    init(stateDirectory: URL, environment: [String: String], surface: String) throws(HostError) {
        self.surface = surface
        state = stateDirectory.path(percentEncoded: false)
        // A running host notes where it listens; its environment may have been another.
        let note = try? String(contentsOfFile: SocketPath.note(in: stateDirectory), encoding: .utf8)
        if let note, note.hasPrefix("/"), note.utf8.count <= SocketPath.limit {
            socket = note
        } else {
            socket = try SocketPath.resolve(stateDirectory: stateDirectory, environment: environment).path
        }
    }

    /// Gets a value.
    func get<Answer: Decodable>(
        _ path: String...,
        query: [String: String] = [:],
        viewer: Viewer? = nil
    ) async throws(HostError) -> Answer {
        try await answer(to: request("GET", path, query: query, viewer: viewer))
    }

    /// Sends a body, if there is one, and gets a value.
    func send<Answer: Decodable>(
        _ method: String,
        _ path: String...,
        body: (any Encodable)? = nil,
        viewer: Viewer? = nil
    ) async throws(HostError) -> Answer {
        try await answer(to: request(method, path, body: body, viewer: viewer))
    }

    /// Sends a body, if there is one, and gets nothing but that it went well.
    func order(
        _ method: String,
        _ path: String...,
        query: [String: String] = [:],
        body: (any Encodable)? = nil
    ) async throws(HostError) {
        _ = try await bytes(of: request(method, path, query: query, body: body))
    }

    /// Receives the events of a stream until it ends.
    func stream(
        _ path: String...,
        query: [String: String],
        viewer: Viewer,
        _ receive: (ServerSentEvent) async throws -> Void
    ) async throws {
        let response = try await execute(request("GET", path, query: query, viewer: viewer), until: .distantFuture)
        guard response.status == .ok else { throw try await failure(of: response) }
        var parser = ServerSentEventParser()
        for try await part in response.body {
            for event in try parser.append(part.readableBytesView) { try await receive(event) }
        }
    }
}

// MARK: - Requests and answers

extension LocalConnection {
    private func request(
        _ method: String,
        _ path: [String],
        query: [String: String] = [:],
        body: (any Encodable)? = nil,
        viewer: Viewer? = nil
    ) throws(HostError) -> HTTPClientRequest {
        var uri = "/api/" + path.map(PercentCoding.encode).joined(separator: "/")
        if !query.isEmpty {
            let pairs = query.sorted { $0.key < $1.key }.map { "\($0.key)=\(PercentCoding.encode($0.value))" }
            uri += "?" + pairs.joined(separator: "&")
        }
        var request = HTTPClientRequest(url: "http+unix://\(PercentCoding.encode(socket))\(uri)")
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(name: LocalContext.surfaceHeader.rawName, value: surface)
        if let viewer {
            request.headers.add(name: "Accept-Language", value: viewer.language)
            request.headers.add(name: "Today-Zone", value: viewer.zone)
        }
        if let body {
            do {
                request.body = .bytes(ByteBuffer(bytes: try JSONValue(encoding: body).jsonBytes()))
            } catch {
                throw HostError(.invalid, "What was to be sent to Today cannot be written as JSON.", cause: error)
            }
            request.headers.add(name: "Content-Type", value: "application/json")
        }
        return request
    }

    private func answer<Answer: Decodable>(to request: HTTPClientRequest) async throws(HostError) -> Answer {
        let bytes = try await bytes(of: request)
        do {
            return try JSONValue(parsing: bytes.readableBytesView).decode()
        } catch {
            throw HostError(.internal, "Today's answer cannot be read; is it of another version?", cause: error)
        }
    }

    private func bytes(of request: HTTPClientRequest) async throws(HostError) -> ByteBuffer {
        let response = try await execute(request, until: .now() + Self.deadline)
        guard (200..<300).contains(response.status.code) else { throw try await failure(of: response) }
        return try await body(of: response)
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

    /// The client of all connections, which lives as long as the process.
    ///
    /// It is like `HTTPClient.shared` but for one thing: where no host runs it says so at once instead of trying again
    /// until the deadline.
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
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw HostError(.internal, "Today did not answer in time.", cause: error)
        } catch let error as HTTPClientError where error == .remoteConnectionClosed {
            throw HostError(.internal, "Today ended before it answered.", cause: error)
        } catch {
            throw notRunning(cause: error)
        }
    }

    private func notRunning(cause: (any Error)? = nil) -> HostError {
        HostError(
            .stateUnavailable,
            "Today is not running for \(state); start it with: today run --state \(state)",
            cause: cause
        )
    }
}
