import AsyncHTTPClient
import HostModel
import HostStorage
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import OutgoingHTTP
import TodayProtocol

/// Sends requests to servers, follows redirects and reads the response within limits.
struct Upstream: Sendable {
    let client: OutgoingClient
    let limits: FetchLimits

    /// Sends a request and follows redirects, and returns the response; `isDirect` is `true` if there was no redirect.
    func fetch(
        _ request: UpstreamRequest,
        policy: FetchPolicy,
        bodyLimit: Int
    ) async throws -> (response: UpstreamResponse, isDirect: Bool) {
        var request = request
        for redirects in 0...limits.redirects {
            let response = try await send(request, policy: policy, bodyLimit: bodyLimit)
            guard [301, 302, 303, 307, 308].contains(response.status),
                let location = response.headers.value("location")
            else { return (response, redirects == 0) }
            let address = try FetchAddress(location, relativeTo: request.address)
            request = try request.redirected(to: address, status: response.status)
        }
        throw FetchFailure(.tooManyRedirects, .tooManyRedirects(request.address.server, limit: limits.redirects))
    }

    private func send(
        _ request: UpstreamRequest,
        policy: FetchPolicy,
        bodyLimit: Int
    ) async throws -> UpstreamResponse {
        var message = HTTPClientRequest(url: request.address.description)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        message.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        message.headers.add(name: "accept-encoding", value: "gzip, deflate")
        if !message.headers.contains(name: "user-agent") { message.headers.add(name: "user-agent", value: "Today") }
        if request.method != .get { message.body = .bytes(request.body) }
        let reach = try policy.reach(of: request.address)
        do {
            // The caller's timeout is shorter; this one closes the connection.
            let time = limits.totalTime + .seconds(5)
            return try await client.send(message, to: reach, within: time) { response in
                try await read(response, of: request, bodyLimit: bodyLimit)
            }
        } catch let failure as OutgoingFailure {
            switch failure {
            case .notAllowed: throw policy.refusal(of: request.address)
            case .notFound: throw FetchFailure(.unreachable, .hostNotFound(request.address.host))
            case .unreachable(let cause):
                throw FetchFailure(.unreachable, .hostUnreachable(request.address.server), cause: cause)
            }
        }
    }

    private func read(
        _ response: HTTPClientResponse,
        of request: UpstreamRequest,
        bodyLimit: Int
    ) async throws -> UpstreamResponse {
        let headers = response.headers.map { CachedResponse.Field(name: $0.name.lowercased(), value: $0.value) }
        guard headers.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= limits.headerBytes else {
            throw FetchFailure.tooManyHeaders(request.address.server, limits)
        }
        let status = Int(response.status.code)
        let hasBody = ![301, 302, 303, 304, 307, 308].contains(status)
        let body = hasBody ? try await response.body.collect(upTo: bodyLimit) : ByteBuffer()
        return UpstreamResponse(status: status, headers: headers, body: Array(body.readableBytesView))
    }
}

extension FetchLimits {
    var connections: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = TimeAmount(connectTime)
        configuration.connectionPool.idleTimeout = .seconds(60)
        configuration.decompression = .enabled(limit: .size(bodyBytes))
        return configuration
    }
}

struct UpstreamRequest: Sendable {
    var address: FetchAddress
    var method: FetchRequest.Method
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// Returns the request after a redirect (RFC 9110, 15.4); another origin gets no body and nothing that may identify
    /// a person.
    func redirected(to address: FetchAddress, status: Int) throws(FetchFailure) -> UpstreamRequest {
        var next = self
        next.address = address
        let isElsewhere = address.origin != self.address.origin
        if isElsewhere { next.headers = headers.filter { RequestHeaders.allowedAcrossOrigins.contains($0.name) } }
        guard method != .get else { return next }
        if status == 307 || status == 308 || (method.isQuery && status != 303) {
            guard !isElsewhere else {
                throw FetchFailure(.notAllowed, .redirectNotFollowed(self.address.server, target: address.server))
            }
        } else {
            next.method = .get
            next.body = []
            next.headers.removeAll { $0.name == "content-type" || $0.name == "depth" }
        }
        return next
    }
}

struct UpstreamResponse: Sendable {
    var status: Int
    /// All header fields, with lower-case names.
    var headers: [CachedResponse.Field]
    var body: [UInt8]
}
