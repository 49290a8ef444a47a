import CloudCore
import Foundation
import JSON

enum MessageParser {
    /// The largest size of a body, in bytes.
    static let bodyLimit = 512 * 1024

    private static let known: Set<String> = [
        "title", "body", "content_type", "content_encoding", "expiry", "extra", "icons", "options", "campaigns",
    ]

    /// Parses a message, whose expiry must be later than `now`.
    static func parse(_ node: BodyNode, now: Date) throws(AirshipError) -> PushSpecification.Message {
        let members = try node.members(known)
        let type = try members["content_type"]?.text(limit: 128) ?? "text/html"
        guard type.split(separator: "/", omittingEmptySubsequences: false).count == 2, !type.contains("\n") else {
            throw BodyNode(.string(type), path: "\(node.path).content_type").error("a media type is wanted")
        }
        try members["options"]?.object(limit: 4096)
        try members["campaigns"].map(Campaigns.check)
        return PushSpecification.Message(
            title: try node.required("title").text(limit: 1024),
            contentType: type,
            body: try body(node),
            expiry: try members["expiry"].flatMap { node throws(AirshipError) in try expiry(node, now: now) },
            extra: try members["extra"]?.strings(limit: 16 * 1024),
            icons: try icons(members["icons"])
        )
    }

    /// Parses the expiry; Airship's PHP client sends 0 for a message that does not expire.
    private static func expiry(_ node: BodyNode, now: Date) throws(AirshipError) -> Expiry? {
        let expiry = try node.expiry(after: now)
        return expiry == .seconds(0) ? nil : expiry
    }

    private static func body(_ node: BodyNode) throws(AirshipError) -> Data {
        let body = try node.required("body")
        let encoding = node.optional("content_encoding")
        let name = try encoding?.text().lowercased() ?? "utf-8"
        // Airship's Java client omits the hyphen.
        guard ["utf-8", "utf8", "base64"].contains(name) else {
            throw (encoding ?? node).error("one of utf-8, base64 is wanted")
        }
        let text = try body.text(limit: bodyLimit * 4 / 3 + 4)
        let data = name == "base64" ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
        guard let data else { throw body.error("the body is not base64") }
        guard data.count <= bodyLimit else { throw body.error("the body is larger than \(bodyLimit) bytes") }
        return data
    }

    private static func icons(_ node: BodyNode?) throws(AirshipError) -> [String: String]? {
        guard let node else { return nil }
        var icons: [String: String] = [:]
        for (name, icon) in try node.members(["list_icon"]) {
            let address = try icon.text(limit: 2048)
            guard ["http://", "https://", "ua:"].contains(where: address.hasPrefix) else {
                throw icon.error("an http or https address is wanted")
            }
            icons[name] = address
        }
        return icons
    }
}
