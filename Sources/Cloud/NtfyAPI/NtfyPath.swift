import Foundation
import HTTPTypes

/// The operation of a request, from its method and path.
enum NtfyPath: Hashable, Sendable {
    /// Publishes a JSON object.
    case publishJSON
    /// Publishes to a topic, with an optional sequence id.
    case publish(topic: String, sequenceID: String?)
    /// Marks a sequence as read.
    case clear(topic: String, sequenceID: String)
    /// Deletes a sequence.
    case delete(topic: String, sequenceID: String)
    /// Subscribes to topics, or reads stored messages.
    case subscribe(topics: String, format: StreamFormat)
    /// Checks whether topics may be read.
    case authorize(topics: String)
    /// Checks whether a topic accepts UnifiedPush messages.
    case unifiedPush(topic: String)
    /// Downloads a file.
    case file(name: String)
    /// Checks whether the server works.
    case health
    /// Returns statistics.
    case statistics
    /// Returns the account.
    case account
    /// Requests a token with a name and a password.
    case token
    /// The preflight request of a web page.
    case options
    /// An unknown operation.
    case unknown
    /// A path of another protocol.
    case foreign

    /// The first components of paths of other protocols.
    private static let foreignBeginnings: Set<String> = ["api", "database", "device", "forecast", "warp9"]

    /// Parses a method and a path; a trailing slash is ignored.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The percent-encoded path.
    init(_ method: HTTPRequest.Method, _ path: String) {
        let parts = (path.removingPercentEncoding ?? "").split(separator: "/").map(String.init)
        if let first = parts.first, Self.foreignBeginnings.contains(first) {
            self = .foreign
            return
        }
        switch (method, parts.count) {
        case (.options, _): self = .options
        case (.post, 0), (.put, 0): self = .publishJSON
        case (.post, 1), (.put, 1): self = .publish(topic: parts[0], sequenceID: nil)
        case (.post, 2) where Self.publishes.contains(parts[1]), (.put, 2) where Self.publishes.contains(parts[1]):
            self = .publish(topic: parts[0], sequenceID: nil)
        case (.post, 2), (.put, 2): self = .publish(topic: parts[0], sequenceID: parts[1])
        case (.post, 3) where parts == ["v1", "account", "token"]: self = .token
        case (.put, 3) where parts[2] == "clear" || parts[2] == "read":
            self = .clear(topic: parts[0], sequenceID: parts[1])
        case (.delete, 2): self = .delete(topic: parts[0], sequenceID: parts[1])
        case (.get, 2), (.head, 2): self = Self.read(parts[0], parts[1], isHead: method == .head)
        case (.get, 1): self = .unifiedPush(topic: parts[0])
        default: self = .unknown
        }
    }

    /// The last components of paths that publish, even with GET.
    private static let publishes: Set<String> = ["publish", "send", "trigger"]

    private static func read(_ first: String, _ second: String, isHead: Bool) -> NtfyPath {
        switch (first, second) {
        case ("file", _): return .file(name: second)
        case ("v1", "health") where !isHead: return .health
        case ("v1", "stats") where !isHead: return .statistics
        case ("v1", "account") where !isHead: return .account
        case ("v1", _): return .unknown
        case (_, "auth") where !isHead: return .authorize(topics: first)
        case (_, _) where isHead: return .unknown
        case (_, _) where publishes.contains(second): return .publish(topic: first, sequenceID: nil)
        default:
            guard let format = StreamFormat(rawValue: second) else { return .unknown }
            return .subscribe(topics: first, format: format)
        }
    }
}
