import FoundationEssentials
import HostStore

/// What a server says about keeping its answer (RFC 9111), for a cache that one app uses.
struct CacheDirectives {
    /// The longest that an answer is kept as fresh, in seconds: a year.
    private static let longest = 365.0 * 24 * 60 * 60

    /// Whether the answer may be kept.
    let isStorable: Bool
    /// How old the answer was when it came, in seconds.
    let age: Double
    /// How long the answer is fresh, counted from its age zero; `nil` if the server says nothing.
    let lifetime: Double?

    /// Reads the header fields of an answer.
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
            // What cannot be read counts as stale.
            return min(seconds(value) ?? 0, longest)
        }
        guard let expires = headers.value("expires") else { return nil }
        guard let date = HTTPDate.parse(expires) else { return 0 }
        let sent = headers.value("date").flatMap { HTTPDate.parse($0) }
        guard let sent else { return nil }
        return min(max(0, date.timeIntervalSince(sent)), longest)
    }

    private static func seconds(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 15, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return text.utf8.count > 15 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? longest : nil
        }
        return Double(text)
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
    /// The first value of a field; names are in lower case.
    func value(_ name: String) -> String? { first { $0.name == name }?.value }
}
