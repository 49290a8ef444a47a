import Foundation
import HTTPTypes
import Hummingbird

/// The parameters of a request by precedence: of its JSON body, its headers, where the first of a name counts, its
/// query.
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
    func trimmingSpace() -> String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

struct RequestParameter: Hashable, Sendable {
    static let message = RequestParameter("x-message", "message", "m")
    static let title = RequestParameter("x-title", "title", "t")
    static let priority = RequestParameter("x-priority", "priority", "prio", "p")
    static let tags = RequestParameter("x-tags", "tags", "tag", "ta")
    static let delay = RequestParameter("x-delay", "delay", "x-at", "at", "x-in", "in")
    static let actions = RequestParameter("x-actions", "actions", "action")
    static let click = RequestParameter("x-click", "click")
    static let attach = RequestParameter("x-attach", "attach", "a")
    static let filename = RequestParameter("x-filename", "filename", "file", "f")
    static let icon = RequestParameter("x-icon", "icon")
    static let markdown = RequestParameter("x-markdown", "markdown", "md")
    static let mail = RequestParameter("x-email", "x-e-mail", "email", "e-mail", "mail", "e")
    static let call = RequestParameter("x-call", "call")
    static let cache = RequestParameter("x-cache", "cache")
    static let sequenceID = RequestParameter("x-sequence-id", "sequence-id", "sequence_id", "sid")
    static let template = RequestParameter("x-template", "template", "tpl")
    static let unifiedPush = RequestParameter("x-unifiedpush", "unifiedpush", "up")
    static let pollID = RequestParameter("x-poll-id", "poll-id")
    static let poll = RequestParameter("x-poll", "poll", "po")
    static let since = RequestParameter("x-since", "since", "si")
    static let scheduled = RequestParameter("x-scheduled", "scheduled", "sched")
    static let identifier = RequestParameter("x-id", "id")

    /// The names in order of precedence; headers are case-insensitive, query parameters are in lower case.
    let names: [String]

    private init(_ names: String...) { self.names = names }
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

    subscript(name: String) -> String? { items[name] }

    private static func decode(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}
