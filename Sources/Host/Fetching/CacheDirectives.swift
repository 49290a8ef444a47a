import CivilDates
import FoundationEssentials
import HostStorage

struct CacheDirectives {
    /// Maximum lifetime and age of a response, in seconds: one year.
    private static let longest = 365.0 * 24 * 60 * 60

    let isStorable: Bool
    /// The age of the response on arrival, in seconds.
    let age: Double
    /// The freshness lifetime in seconds, counted from age zero; `nil` if the server specifies none.
    let lifetime: Double?

    /// Parses the caching directives in a response's header fields, whose names must be in lower case.
    init(status: Int, headers: [CachedResponse.Field]) {
        let directives = headers.filter { $0.name == "cache-control" }
            .flatMap { $0.value.lowercased().split(separator: ",") }
            .map { $0.trimmed }
        let variesOnEverything = headers.contains { $0.name == "vary" && $0.value.trimmed == "*" }
        isStorable = [200, 203, 404, 410].contains(status) && !directives.contains("no-store") && !variesOnEverything
        age = min(headers.value("age").flatMap(Self.seconds) ?? 0, Self.longest)
        lifetime = Self.lifetime(directives, headers)
    }

    private static func lifetime(_ directives: [Substring], _ headers: [CachedResponse.Field]) -> Double? {
        if directives.contains(where: { $0 == "no-cache" || $0.hasPrefix("no-cache=") }) { return 0 }
        for directive in directives where directive.hasPrefix("max-age=") {
            let value = directive.dropFirst("max-age=".count).filter { $0 != "\"" }
            // A malformed value makes the response stale.
            return min(seconds(value) ?? 0, longest)
        }
        guard let expires = headers.value("expires") else { return nil }
        guard let date = HTTPDate.secondsSince1970(expires) else { return 0 }
        guard let sent = headers.value("date").flatMap(HTTPDate.secondsSince1970) else { return nil }
        return min(max(0, Double(date - sent)), longest)
    }

    private static func seconds(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.utf8.count <= 15 ? Double(text) : longest
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The text without spaces and tabs around it.
    fileprivate var trimmed: Substring {
        let start = self.drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }
}

extension [CachedResponse.Field] {
    /// Returns the value of the first field with a name, which must be in lower case.
    func value(_ name: String) -> String? { first { $0.name == name }?.value }
}

/// A cached response, evaluated at one point in time.
struct CacheLookup {
    let response: CachedResponse
    let now: Date

    /// The age in seconds; negative if the clock was set back.
    var age: Double { now.timeIntervalSince(response.fetched) }

    /// Returns `true` if the response is fresh and younger than `maximumAge` seconds, which replaces a missing
    /// lifetime, so that it may be used without revalidation.
    func serves(maximumAge: Double?) -> Bool {
        guard age >= 0 else { return false }
        guard let expires = response.expires else { return maximumAge.map { age < $0 } ?? false }
        return now < expires && maximumAge.map { age < $0 } ?? true
    }

    /// The headers of a conditional request; empty if the response has no validators.
    var conditions: [(name: String, value: String)] {
        [("if-none-match", "etag"), ("if-modified-since", "last-modified")].compactMap { condition, validator in
            response.headers.value(validator).map { (condition, $0) }
        }
    }

    var fetchResponse: FetchResponse {
        FetchResponse(
            status: response.status,
            headers: ResponseHeaders.forProcess(response.headers),
            body: response.body,
            age: max(0, age),
            isFromCache: true
        )
    }

    /// Returns the response after revalidation (status 304), updated with the header fields of the server's answer.
    func confirmed(by headers: [CachedResponse.Field], at date: Date) -> CachedResponse {
        var response = response
        let names = Set(headers.map(\.name)).subtracting(["content-length", "content-encoding"])
        response.headers =
            response.headers.filter { !names.contains($0.name) } + headers.filter { names.contains($0.name) }
        let directives = CacheDirectives(status: response.status, headers: response.headers)
        response.fetched = date.addingTimeInterval(-directives.age)
        response.expires = directives.lifetime.map { response.fetched.addingTimeInterval($0) }
        return response
    }
}
