import AsyncHTTPClient
import AsyncPrimitives
import HostModel
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import TodayProtocol

/// Sends requests over HTTP, on one event loop of the shared group.
package final class HTTPTransport: CloudTransport {
    private enum State {
        case idle
        case open(HTTPClient)
        case closed
    }

    private let state = Mutex(State.idle)

    /// Creates a transport, which connects at the first request; ``close()`` must be called after the last one.
    package init() {}

    private var client: HTTPClient {
        get throws {
            try state.withLock { state in
                switch state {
                case .open(let client): return client
                case .closed: throw CloudFailure(.cancelled, .todayStopping)
                case .idle:
                    let client = Self.makeClient()
                    state = .open(client)
                    return client
                }
            }
        }
    }

    private static func makeClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        // Following a redirect would send the host's token to its target.
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.idleTimeout = .seconds(20)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4
        return HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton.next()),
            configuration: configuration
        )
    }

    package func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse {
        do {
            let response = try await client.execute(Self.message(request), timeout: TimeAmount(request.deadline))
            let body = try await response.body.collect(upTo: request.responseLimit)
            return Self.cloudResponse(response, Array(body.readableBytesView))
        } catch {
            throw CloudFailure(translating: error)
        }
    }

    package func stream(
        _ request: CloudRequest,
        _ receive: ([UInt8]) async throws -> Void
    ) async throws -> CloudResponse? {
        let response: HTTPClientResponse
        do {
            response = try await begin(request)
            guard response.status == .ok else {
                let body = try await response.body.collect(upTo: request.responseLimit)
                return Self.cloudResponse(response, Array(body.readableBytesView))
            }
        } catch {
            throw CloudFailure(translating: error)
        }
        var parts = response.body.makeAsyncIterator()
        while true {
            let part: ByteBuffer?
            do { part = try await parts.next() } catch { throw CloudFailure(translating: error) }
            guard let part else { return nil }
            try await receive(Array(part.readableBytesView))
        }
    }

    package func close() async {
        let client = state.withLock { state in
            defer { state = .closed }
            guard case .open(let client) = state else { return nil as HTTPClient? }
            return client
        }
        // Connections that cannot be closed end with the process.
        try? await client?.shutdown()
    }

    /// Sends a request and returns when its response begins, or throws after the deadline.
    private func begin(_ request: CloudRequest) async throws -> HTTPClientResponse {
        let response = try await withDeadline(request.deadline) {
            try await self.client.execute(Self.message(request), deadline: .distantFuture)
        }
        guard let response else { throw CloudFailure.notAnswering() }
        return response
    }

    private static func message(_ request: CloudRequest) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: request.url)
        message.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { message.headers.add(name: name, value: value) }
        message.headers.add(name: "User-Agent", value: "Today")
        if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        return message
    }

    private static func cloudResponse(_ response: HTTPClientResponse, _ body: [UInt8]) -> CloudResponse {
        var headers: [String: String] = [:]
        for header in response.headers { headers[header.name.lowercased()] = header.value }
        return CloudResponse(status: Int(response.status.code), headers: headers, body: body)
    }
}

extension CloudFailure {
    /// Translates an error of a request; a ``CloudFailure`` is kept as it is.
    fileprivate init(translating error: any Error) {
        switch error {
        case let error as CloudFailure: self = error
        case is CancellationError: self = .cancelled(error)
        case is NIOTooManyBytesError:
            self.init(.tooLarge, .cloudAnswerTooLarge, phrase: .cloudAnswerTooLargePhrase, cause: error)
        case is HTTPParserError: self.init(.malformed, .serverNotHTTP, phrase: .serverNotHTTPPhrase, cause: error)
        case let error as HTTPClientError where error == .cancelled: self = .cancelled(error)
        case let error as HTTPClientError
        where error == .deadlineExceeded || error == .readTimeout || error == .connectTimeout:
            self = .notAnswering(error)
        case let error as HTTPClientError where error == .remoteConnectionClosed: self = .connectionEnded(error)
        default: self.init(.unreachable, .cloudUnreachable, phrase: .cloudUnreachablePhrase, cause: error)
        }
    }

    fileprivate static func notAnswering(_ cause: (any Error)? = nil) -> CloudFailure {
        CloudFailure(.timedOut, .cloudNotAnswering, phrase: .cloudNotAnsweringPhrase, cause: cause)
    }

    static func connectionEnded(_ cause: (any Error)? = nil) -> CloudFailure {
        CloudFailure(.unreachable, .cloudEndedConnection, phrase: .cloudEndedConnectionPhrase, cause: cause)
    }

    static func cancelled(_ cause: (any Error)? = nil) -> CloudFailure {
        CloudFailure(.cancelled, .requestCancelled, phrase: .requestCancelledPhrase, cause: cause)
    }
}
