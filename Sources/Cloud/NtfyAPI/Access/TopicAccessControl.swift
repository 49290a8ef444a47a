import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import NetworkAddresses

struct Visitor: Hashable, Sendable {
    /// The network of the client's address, or the strangers at it, to which limits apply.
    var address: String
    var name: String?
    /// The token, which is checked again while a stream is open; `nil` for an anonymous request.
    var token: String?
    /// `true` if the request is from a page of another site, or from another user of a machine whose topics are for its
    /// own user; without a name it then has only the rights of rules for everybody.
    var isStranger: Bool
}

/// Authenticates requests, and checks their rights to topics.
struct TopicAccessControl: Sendable {
    let cloud: Cloud
    let limits: VisitorLimits

    /// Returns the client of a request.
    ///
    /// A request authenticates with `Authorization: Bearer TOKEN`; with `Authorization: Basic` and a password that is
    /// the token, with or without the name; or with either header in base64 in the query parameter `authorization` or
    /// `auth`, which takes precedence. With another scheme, such as `vapid` for UnifiedPush, it is anonymous.
    ///
    /// - Throws: ``NtfyError`` 40101 if the token is wrong, 42909 after too many such, 42901 after too many requests.
    func visitor(_ request: Request, _ context: CloudContext) async throws -> Visitor {
        var visitor = Visitor(address: context.bucket, isStranger: isStranger(request, context))
        guard let header = Self.header(of: request), Self.isKnown(header) else {
            try limits.takeRequest(of: context.bucket)
            return visitor
        }
        visitor.address = context.address
        guard let (name, token) = Self.credentials(header),
            let owner = try await cloud.store.topicName(tokenHash: Secret.hash(token)),
            name.isEmpty || name == owner
        else {
            try context.recordWrongSecret()
            throw NtfyError.unauthorized
        }
        // The limit is not that of the address: others there must not use up the person's limit.
        try limits.takeRequest(of: "user \(owner)")
        visitor.name = owner
        visitor.token = token
        return visitor
    }

    /// Returns ``Visitor/isStranger`` for the client of a request.
    func isStranger(_ request: Request, _ context: CloudContext) -> Bool {
        CrossSiteCheck.isForeign(request, context, publicURL: cloud.configuration.publicURL)
            || cloud.configuration.opensTopicsToOwnUserOnly && !context.isOfOwnUser
    }

    func checkRead(_ topics: [String], _ visitor: Visitor) async throws {
        guard try await rights(of: visitor, to: topics).allSatisfy(\.mayRead) else { throw NtfyError.forbidden }
    }

    func checkWrite(_ topic: String, _ visitor: Visitor) async throws {
        guard try await rights(of: visitor, to: [topic]).allSatisfy(\.mayWrite) else { throw NtfyError.forbidden }
    }

    /// Returns `true` if a client still may read topics: rules and tokens can change while a stream is open.
    func mayStillRead(_ topics: [String], _ visitor: Visitor) async throws -> Bool {
        if let token = visitor.token {
            guard try await cloud.store.topicName(tokenHash: Secret.hash(token)) == visitor.name else { return false }
        }
        return try await rights(of: visitor, to: topics).allSatisfy(\.mayRead)
    }

    private func rights(of visitor: Visitor, to topics: [String]) async throws -> [TopicRights] {
        let isStranger = visitor.isStranger && visitor.name == nil
        return try await cloud.topicRights(of: visitor.name, to: topics, otherwise: isStranger ? .deny : nil)
    }

    /// Returns `true` if a request has a token, correct or not.
    static func hasToken(_ request: Request) -> Bool { header(of: request).map(isKnown) ?? false }

    private static func header(of request: Request) -> String? {
        let query = QueryItems(request.uri.query)
        let text = ["authorization", "auth"].lazy.compactMap { query[$0] }.first { !$0.isEmpty }
        guard let text else { return request.headers[values: .authorization].first }
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        while base64.utf8.count % 4 != 0, base64.utf8.count < 4096 { base64 += "=" }
        // A malformed parameter counts as a wrong token, not as a missing one.
        return Data(base64Encoded: base64).flatMap { String(data: $0, encoding: .utf8) } ?? "Basic"
    }

    private static func isKnown(_ header: String) -> Bool {
        ["basic", "bearer"].contains(header.trimmingSpace().prefix { $0 != " " }.lowercased())
    }

    /// Returns the name, which may be empty, and the token of a header.
    private static func credentials(_ header: String) -> (name: String, token: String)? {
        let credentials = Credentials([.authorization: header])
        if let token = credentials.bearer { return ("", token) }
        return credentials.basic.map { ($0.name, $0.password) }
    }
}

/// Detects requests that a page of another site sent through a person's browser.
///
/// Topics may be open to everybody on this machine, and a browser on it would let any page read them.
enum CrossSiteCheck {
    /// Returns `true` if the origin of a request is neither this machine nor the cloud, or if the request reached this
    /// machine under a name of neither, as after DNS rebinding.
    static func isForeign(_ request: Request, _ context: CloudContext, publicURL: String?) -> Bool {
        let own = publicURL.flatMap { URL(string: $0)?.host()?.lowercased() }
        let origin = HTTPField.Name("Origin").flatMap { request.headers[$0] }
        if let origin {
            guard let host = URL(string: origin)?.host()?.lowercased() else { return true }
            if !isLocal(host), host != own, host != self.host(request.head.authority) { return true }
        } else if HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) == "cross-site" {
            // Requests for images and links have no `Origin` header, but browsers send `Sec-Fetch-Site` with them.
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
