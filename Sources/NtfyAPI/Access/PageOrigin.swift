import Addresses
import Cloud
import Foundation
import HTTPTypes
import Hummingbird

/// Tells requests that a page of another site sent through somebody's browser.
///
/// On this machine topics may be open to everybody, and a browser here would let any page read them.
enum PageOrigin {
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

    private static func isLocal(_ host: String) -> Bool { HostText(host).isLoopback }

    private static func host(_ authority: String?) -> String? {
        authority.flatMap { URL(string: "http://\($0)")?.host()?.lowercased() }
    }
}
