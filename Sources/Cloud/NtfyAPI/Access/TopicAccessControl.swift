import CloudCore
import CloudStorage
import Foundation
import HTTPTypes
import Hummingbird
import NetworkAddresses

/// Who asks.
struct Visitor: Hashable, Sendable {
    /// The address that the request came from.
    var address: String
    /// The name that was proved with a token, if any.
    var name: String?
    /// The hash of that token is known as long as this is allowed; none without a name.
    var token: String?
    /// Whether a page of another site sent the request: such a one gets nothing that is not said to be for everybody.
    var isCrossSite: Bool
}

/// Finds out who asks, and what they may do with topics.
struct TopicAccessControl: Sendable {
    let cloud: Cloud
    let limits: VisitorLimits

    /// Who sent a request: `Authorization: Bearer TOKEN`, `Authorization: Basic` with name and token or with the token
    /// alone as password, or either of them in the query as `authorization` or `auth`, in base64, which counts first.
    ///
    /// What has another scheme, such as the `vapid` of those who send Web Push to a UnifiedPush topic, proves nothing and
    /// is nobody's.
    ///
    /// - Throws: ``NtfyError`` 40101 if the token is wrong, 42909 if there were too many wrong ones, 42901 if there were
    ///   too many requests.
    func visitor(_ request: Request, _ context: CloudContext) async throws -> Visitor {
        try context.checkAttempts()
        try limits.takeRequest(of: context.address)
        var visitor = Visitor(
            address: context.address,
            isCrossSite: CrossSiteCheck.isForeign(request, context, publicURL: cloud.configuration.publicURL)
        )
        guard let header = header(of: request), Self.isKnown(header) else { return visitor }
        guard let (name, token) = Self.credentials(header),
            let owner = try await cloud.store.topicName(tokenHash: Secret.hash(token)),
            name.isEmpty || name == owner
        else {
            context.noteFailedAttempt()
            throw NtfyError.unauthorized
        }
        visitor.name = owner
        visitor.token = token
        return visitor
    }

    /// Makes sure that a visitor may read topics.
    ///
    /// - Throws: ``NtfyError`` 40301 if they may not read one of them.
    func checkRead(_ topics: [String], _ visitor: Visitor) async throws {
        guard try await rights(of: visitor, to: topics).allSatisfy(\.mayRead) else { throw NtfyError.forbidden }
    }

    /// Makes sure that a visitor may publish to a topic.
    ///
    /// - Throws: ``NtfyError`` 40301 if they may not.
    func checkWrite(_ topic: String, _ visitor: Visitor) async throws {
        guard try await rights(of: visitor, to: [topic]).allSatisfy(\.mayWrite) else { throw NtfyError.forbidden }
    }

    /// Whether a visitor still may read topics: rules and tokens can change while a stream is open.
    func mayStillRead(_ topics: [String], _ visitor: Visitor) async throws -> Bool {
        if let token = visitor.token {
            guard try await cloud.store.topicName(tokenHash: Secret.hash(token)) == visitor.name else { return false }
        }
        return try await rights(of: visitor, to: topics).allSatisfy(\.mayRead)
    }

    private func rights(of visitor: Visitor, to topics: [String]) async throws -> [TopicRights] {
        let isStranger = visitor.isCrossSite && visitor.name == nil
        return try await cloud.topicRights(of: visitor.name, to: topics, otherwise: isStranger ? .deny : nil)
    }

    private func header(of request: Request) -> String? {
        let query = QueryItems(request.uri.query)
        let text = ["authorization", "auth"].lazy.compactMap { query[$0] }.first { !$0.isEmpty }
        guard let text else { return request.headers[values: .authorization].first }
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        while base64.utf8.count % 4 != 0, base64.utf8.count < 4096 { base64 += "=" }
        // What cannot be read is a wrong secret, not a missing one.
        return Data(base64Encoded: base64).flatMap { String(data: $0, encoding: .utf8) } ?? "Basic"
    }

    /// Whether a header has a scheme that is read here.
    private static func isKnown(_ header: String) -> Bool {
        ["basic", "bearer"].contains(header.trimmingSpace().prefix { $0 != " " }.lowercased())
    }

    /// The name, which may be empty, and the token that a header holds.
    private static func credentials(_ header: String) -> (name: String, token: String)? {
        let credentials = Credentials([.authorization: header])
        if let token = credentials.bearer { return ("", token) }
        return credentials.basic.map { ($0.name, $0.password) }
    }
}

/// Tells requests that a page of another site sent through somebody's browser.
///
/// On this machine topics may be open to everybody, and a browser here would let any page read them.
enum CrossSiteCheck {
    /// Whether a request comes from such a page.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    ///   - publicURL: Where clients reach the cloud, if it is configured.
    /// - Returns: Whether its origin is neither this machine nor the cloud; or whether it reached this machine under a
    ///   name that is neither's, as after DNS rebinding.
    static func isForeign(_ request: Request, _ context: CloudContext, publicURL: String?) -> Bool {
        let own = publicURL.flatMap { URL(string: $0)?.host()?.lowercased() }
        let origin = HTTPField.Name("Origin").flatMap { request.headers[$0] }
        if let origin {
            guard let host = URL(string: origin)?.host()?.lowercased() else { return true }
            if !isLocal(host), host != own, host != self.host(request.head.authority) { return true }
        } else if HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) == "cross-site" {
            // An image or a link of a page has no origin, and a browser says this much of it.
            return true
        }
        guard isLocal(context.address), let host = self.host(request.head.authority) else { return false }
        return !isLocal(host) && host != own
    }

    private static func isLocal(_ host: String) -> Bool { URLHost(host).isLoopback }

    private static func host(_ authority: String?) -> String? {
        authority.flatMap { URL(string: "http://\($0)")?.host()?.lowercased() }
    }
}
