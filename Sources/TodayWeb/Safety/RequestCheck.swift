import Foundation
import HTTPTypes

/// Decides from a request's head whether it comes from where it may.
///
/// `Host` must be the one name of this surface, so that no other name that leads to this machine (DNS rebinding) reads
/// anything. Whatever changes something, and the routes that a page reads by script, must come from this surface's
/// own pages.
struct RequestCheck: Sendable {
    /// What is wrong with a request.
    enum Refusal: Hashable, Sendable {
        /// It is for another name.
        case wrongHost
        /// It comes from another site.
        case wrongOrigin
    }

    private static let siteField = HTTPField.Name("Sec-Fetch-Site") ?? .origin

    let origin: WebOrigin

    /// What is wrong, if anything is.
    func refusal(of head: HTTPRequest) -> Refusal? {
        guard head.authority?.lowercased() == origin.authority else { return .wrongHost }
        guard needsOwnOrigin(head) else { return nil }
        let site = head.headerFields[Self.siteField]
        let sender = head.headerFields[.origin]
        if let site, site != "same-origin" { return .wrongOrigin }
        // A form of a page without referrers is sent with the origin "null".
        if let sender, sender != "null" || site == nil { return sender == origin.url ? nil : .wrongOrigin }
        // A browser that sends neither on a change is none that this page was made for.
        return site == nil && head.method != .get ? .wrongOrigin : nil
    }

    /// Whether a request was made by this surface's own page, as far as the browser says.
    static func isFromOwnPage(_ fields: HTTPFields) -> Bool { fields[siteField] == "same-origin" }

    /// Whether a browser says that another site led here.
    static func isFromOtherSite(_ fields: HTTPFields) -> Bool {
        fields[siteField].map { $0 == "cross-site" || $0 == "same-site" } ?? false
    }

    private func needsOwnOrigin(_ head: HTTPRequest) -> Bool {
        if head.method != .get { return true }
        // As the router reads it: empty parts do not count.
        let parts = (head.path ?? "").prefix { $0 != "?" }.split(separator: "/")
            .map { $0.removingPercentEncoding ?? String($0) }
        return parts == ["events"] || parts == ["image"] || parts == ["app", "card"] || parts.first == "api"
            || parts.first == "messages"
    }
}
