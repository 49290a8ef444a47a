import HostStorage
import TodayProtocol

/// The headers that a process may send; others frame the message, control the cache, or identify the person.
package enum RequestHeaders {
    /// Maximum number of headers of a request.
    package static let countLimit = 32
    /// Maximum total size of names and values, in bytes.
    package static let byteLimit = 8 * 1024

    private static let allowed: Set<String> = [
        "accept", "accept-language", "api-key", "apikey", "authorization", "content-type", "depth", "user-agent",
    ]
    private static let refusedExtensions: Set<String> = ["x-real-ip", "x-http-method-override", "x-original-url"]

    /// The headers that are also sent to the target of a redirect to another origin.
    static let allowedAcrossOrigins: Set<String> = ["accept", "accept-language", "user-agent"]

    /// Checks the headers of a request, and returns them with lower-case names, sorted by name; only the WebDAV methods
    /// may have `depth`, which must be `0` or `1` so that a query never spans a whole tree.
    static func check(
        _ headers: [String: String],
        method: FetchRequest.Method
    ) throws(FetchFailure) -> [(name: String, value: String)] {
        guard headers.count <= countLimit else {
            throw FetchFailure(.badRequest, "A request has at most \(countLimit) headers.")
        }
        guard headers.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= byteLimit else {
            throw FetchFailure(.badRequest, "The headers of a request have at most \(byteLimit) bytes.")
        }
        var checked: [String: String] = [:]
        for (name, value) in headers {
            let lower = name.lowercased()
            guard isAllowed(lower) else {
                throw FetchFailure(.badRequest, "The header \"\(name.prefix(40))\" may not be sent.")
            }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 }) else {
                throw FetchFailure(.badRequest, "The header \"\(lower)\" holds characters that may not be sent.")
            }
            guard lower != "depth" || (method.isQuery && ["0", "1"].contains(value)) else {
                throw FetchFailure(.badRequest, "The header \"depth\" is 0 or 1, with PROPFIND or REPORT.")
            }
            guard checked.updateValue(value, forKey: lower) == nil else {
                throw FetchFailure(.badRequest, "The header \"\(lower)\" is there twice.")
            }
        }
        return checked.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    private static func isAllowed(_ name: String) -> Bool {
        if allowed.contains(name) { return true }
        return name.hasPrefix("x-") && name.utf8.count > 2
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
            && !name.hasPrefix("x-forwarded") && !refusedExtensions.contains(name)
    }
}

/// Selects the response headers that are cached, and those that a process receives.
enum ResponseHeaders {
    private static let forProcess: Set<String> = [
        "cache-control", "content-language", "content-type", "date", "etag", "expires", "last-modified", "link",
        "retry-after",
    ]
    private static let forCache: Set<String> = forProcess.union(["age", "vary"])

    static func kept(_ fields: [CachedResponse.Field]) -> [CachedResponse.Field] {
        fields.filter { forCache.contains($0.name) || isRateLimit($0.name) }
    }

    /// Returns the fields for the process; values of repeated fields are joined.
    static func forProcess(_ fields: [CachedResponse.Field]) -> [String: String] {
        Dictionary(
            fields.filter { forProcess.contains($0.name) || isRateLimit($0.name) }.map { ($0.name, $0.value) }
        ) { "\($0), \($1)" }
    }

    private static func isRateLimit(_ name: String) -> Bool {
        name.hasPrefix("ratelimit") || name.hasPrefix("x-ratelimit")
    }
}
