import HostStore

/// The headers of an answer that are kept, and those that a process sees.
enum AnswerHeaders {
    private static let forProcess: Set<String> = [
        "cache-control", "content-language", "content-type", "date", "etag", "expires", "last-modified", "link",
        "retry-after",
    ]
    private static let forCache: Set<String> = forProcess.union(["age", "vary"])

    /// The fields worth keeping.
    static func kept(_ fields: [CachedResponse.Field]) -> [CachedResponse.Field] {
        fields.filter { forCache.contains($0.name) || isRateLimit($0.name) }
    }

    /// The fields that a process sees; repeated ones are joined.
    static func forProcess(_ fields: [CachedResponse.Field]) -> [String: String] {
        Dictionary(
            fields.filter { forProcess.contains($0.name) || isRateLimit($0.name) }.map { ($0.name, $0.value) }
        ) { "\($0), \($1)" }
    }

    private static func isRateLimit(_ name: String) -> Bool {
        name.hasPrefix("ratelimit") || name.hasPrefix("x-ratelimit")
    }
}
