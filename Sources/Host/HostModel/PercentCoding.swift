import Foundation
package import TodayProtocol

/// Percent-encoding of one path component or one query value.
package enum PercentCoding {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    /// Encodes all characters except RFC 3986's unreserved ones.
    package static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Decodes a text; `nil` if it has a stray `%` or the result is not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? { text.removingPercentEncoding }
}

extension OpenURLRequest {
    /// Returns the path and query on the web surface that open a URL, at the request of an app and for the process of it
    /// that knows the id of the opening.
    package static func page(_ url: String, from app: AppID? = nil, as opening: OpeningID? = nil) -> String {
        let source = app.map { "&from=" + PercentCoding.encode($0.rawValue) } ?? ""
        let name = opening.map { "&opening=" + PercentCoding.encode($0.rawValue) } ?? ""
        return "/open?url=\(PercentCoding.encode(url))\(source)\(name)"
    }
}
