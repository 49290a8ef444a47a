import Foundation
import HTTPTypes
import Hummingbird

/// The parameters of a request: from its JSON body, its headers or its query, in this order of precedence.
///
/// If a header is repeated, the first one counts.
struct RequestParameters: Sendable {
    private let headers: HTTPFields
    private let query: QueryItems
    private var overrides: [RequestParameter: String] = [:]

    init(_ request: Request) {
        self.init(headers: request.headers, query: QueryItems(request.uri.query))
    }

    init(headers: HTTPFields, query: QueryItems) {
        self.headers = headers
        self.query = query
    }

    /// Sets a parameter from the JSON body.
    mutating func set(_ field: RequestParameter, _ value: String) { overrides[field] = value }

    /// Returns the value of a parameter; `nil` if it is missing or empty.
    func text(_ field: RequestParameter) -> String? {
        if let value = overrides[field] { return value }
        for name in field.names {
            if let header = HTTPField.Name(name).flatMap({ headers[values: $0].first }) {
                let value = EncodedWord.decode(header).trimmingSpace()
                if !value.isEmpty { return value }
            }
        }
        for name in field.names {
            if let value = query[name]?.trimmingSpace(), !value.isEmpty { return value }
        }
        return nil
    }

    /// Returns the value of a boolean parameter; any value that is not a true value is `false`.
    func flag(_ field: RequestParameter, otherwise: Bool = false) -> Bool {
        guard let text = text(field) else { return otherwise }
        return ["1", "yes", "true"].contains(text.lowercased())
    }
}

extension StringProtocol {
    /// Returns the text without leading and trailing white space.
    func trimmingSpace() -> String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// A parameter in a header or in the query.
enum RequestParameter: Hashable, Sendable {
    case message, title, priority, tags, delay, actions, click, attach, filename, icon, markdown, mail, call
    case cache, sequenceID, template, unifiedPush, pollID
    case poll, since, scheduled, identifier

    /// The names in order of precedence; headers are case-insensitive, query parameters are in lower case.
    var names: [String] {
        switch self {
        case .message: ["x-message", "message", "m"]
        case .title: ["x-title", "title", "t"]
        case .priority: ["x-priority", "priority", "prio", "p"]
        case .tags: ["x-tags", "tags", "tag", "ta"]
        case .delay: ["x-delay", "delay", "x-at", "at", "x-in", "in"]
        case .actions: ["x-actions", "actions", "action"]
        case .click: ["x-click", "click"]
        case .attach: ["x-attach", "attach", "a"]
        case .filename: ["x-filename", "filename", "file", "f"]
        case .icon: ["x-icon", "icon"]
        case .markdown: ["x-markdown", "markdown", "md"]
        case .mail: ["x-email", "x-e-mail", "email", "e-mail", "mail", "e"]
        case .call: ["x-call", "call"]
        case .cache: ["x-cache", "cache"]
        case .sequenceID: ["x-sequence-id", "sequence-id", "sequence_id", "sid"]
        case .template: ["x-template", "template", "tpl"]
        case .unifiedPush: ["x-unifiedpush", "unifiedpush", "up"]
        case .pollID: ["x-poll-id", "poll-id"]
        case .poll: ["x-poll", "poll", "po"]
        case .since: ["x-since", "since", "si"]
        case .scheduled: ["x-scheduled", "scheduled", "sched"]
        case .identifier: ["x-id", "id"]
        }
    }
}

/// The parameters of a query; if a name is repeated, the first one counts.
struct QueryItems: Hashable, Sendable {
    private var items: [String: String] = [:]

    /// Parses a query: `+` is a space, percent escapes are decoded, and malformed escapes stay as they are.
    init(_ query: String?) {
        for part in (query ?? "").split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decode(pair[0])
            if items[name] == nil { items[name] = pair.count > 1 ? Self.decode(pair[1]) : "" }
        }
    }

    /// Returns the value of a parameter; `nil` if it is missing.
    subscript(name: String) -> String? { items[name] }

    private static func decode(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}
