import AsyncHTTPClient
import Glibc
import HostStorage
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NetworkAddresses

/// Sends requests to servers: resolves the name, checks the address, connects to it and reads the response within
/// limits.
struct Upstream: Sendable {
    /// How many addresses of one host are tried at most.
    private static let addressLimit = 4

    let clients: ClientPool
    let resolver: HostResolver
    let limits: FetchLimits

    /// Sends a request and follows redirects.
    ///
    /// - Returns: The response, and whether it came without a redirect.
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
        throw FetchFailure(
            .tooManyRedirects,
            "\(request.address.server) redirected the request more than \(limits.redirects) times."
        )
    }

    private func send(
        _ request: UpstreamRequest,
        policy: FetchPolicy,
        bodyLimit: Int
    ) async throws -> UpstreamResponse {
        let reach = try policy.reach(of: request.address)
        let found = try await resolver.addresses(request.address.host)
        guard !found.isEmpty else {
            throw FetchFailure(.unreachable, "\(request.address.host) cannot be found; is this machine online?")
        }
        let addresses = found.filter { reach == .anywhere || $0.isPublic }.prefix(Self.addressLimit)
        guard !addresses.isEmpty else { throw policy.refusal(of: request.address) }
        var failure: (any Error)?
        for address in addresses {
            do {
                return try await clients.withClient(for: request.address.host, at: address) { client in
                    try await exchange(request, with: client, bodyLimit: bodyLimit)
                }
            } catch let error where Self.didNotConnect(error) {
                failure = error
            }
        }
        throw FetchFailure(.unreachable, "\(request.address.server) cannot be reached.", cause: failure)
    }

    private func exchange(
        _ request: UpstreamRequest,
        with client: HTTPClient,
        bodyLimit: Int
    ) async throws -> UpstreamResponse {
        var message = HTTPClientRequest(url: request.address.description)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        message.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        message.headers.add(name: "accept-encoding", value: "gzip, deflate")
        if !message.headers.contains(name: "user-agent") { message.headers.add(name: "user-agent", value: "Today") }
        if request.method != .get { message.body = .bytes(request.body) }
        // The caller's deadline is earlier; this one closes the connection.
        let response = try await client.execute(message, timeout: TimeAmount(limits.totalTime) + .seconds(5))
        let headers = response.headers.map { CachedResponse.Field(name: $0.name.lowercased(), value: $0.value) }
        guard headers.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= limits.headerBytes else {
            throw FetchFailure(
                .tooLarge,
                "\(request.address.server) answered with more than \(limits.headerBytes) bytes of headers."
            )
        }
        let status = Int(response.status.code)
        let hasBody = ![301, 302, 303, 304, 307, 308].contains(status)
        let body = hasBody ? try await response.body.collect(upTo: bodyLimit) : ByteBuffer()
        return UpstreamResponse(status: status, headers: headers, body: Array(body.readableBytesView))
    }

    /// Whether an error means that no connection was made, so that another address can be tried.
    private static func didNotConnect(_ error: any Error) -> Bool {
        switch error {
        case let error as IOError:
            return [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EADDRNOTAVAIL].contains(error.errnoCode)
        case let error as HTTPClientError: return error == .connectTimeout || error == .getConnectionFromPoolTimeout
        case let error as ChannelError:
            guard case .connectTimeout = error else { return false }
            return true
        default: return false
        }
    }
}

/// A checked request to one server.
struct UpstreamRequest: Sendable {
    var address: FetchAddress
    var method: FetchRequest.Method
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// Makes the request that follows a redirect (RFC 9110, 15.4).
    ///
    /// Another origin receives neither the body nor headers that may identify a person.
    func redirected(to address: FetchAddress, status: Int) throws(FetchFailure) -> UpstreamRequest {
        var next = self
        next.address = address
        let isElsewhere = address.origin != self.address.origin
        if isElsewhere { next.headers = headers.filter { RequestHeaders.allowedAcrossOrigins.contains($0.name) } }
        guard method != .get else { return next }
        if status == 307 || status == 308 || (method.isQuery && status != 303) {
            guard !isElsewhere else {
                throw FetchFailure(
                    .notAllowed,
                    "\(self.address.server) redirected the request to \(address.server), which Today does not follow."
                )
            }
        } else {
            next.method = .get
            next.body = []
            next.headers.removeAll { $0.name == "content-type" || $0.name == "depth" }
        }
        return next
    }
}

/// The response of one server.
struct UpstreamResponse: Sendable {
    var status: Int
    /// All header fields, with lower-case names.
    var headers: [CachedResponse.Field]
    var body: [UInt8]
}
