import FoundationEssentials
import HostStorage

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

/// Reads the date format of HTTP (RFC 9110, IMF-fixdate), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date, or returns `nil` for anything else.
    static func parse(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(of: words[2]), (1...31).contains(day), (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
    }

    /// Counts days in the Gregorian calendar, with years that begin in March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// A kept answer, seen at one moment.
struct CacheLookup {
    let response: CachedResponse
    let now: Date

    /// How old the answer is, in seconds; negative after the clock was set back.
    var age: Double { now.timeIntervalSince(response.fetched) }

    /// Whether the answer serves without asking the server.
    func serves(maximumAge: Double?) -> Bool {
        guard age >= 0 else { return false }
        guard let expires = response.expires else { return maximumAge.map { age < $0 } ?? false }
        return now < expires && maximumAge.map { age < $0 } ?? true
    }

    /// The headers that ask the server whether the answer still holds; empty if it cannot be asked.
    var conditions: [(name: String, value: String)] {
        var conditions: [(name: String, value: String)] = []
        if let tag = response.headers.value("etag") { conditions.append(("if-none-match", tag)) }
        if let date = response.headers.value("last-modified") { conditions.append(("if-modified-since", date)) }
        return conditions
    }

    /// The answer for the process.
    var answer: FetchResponse {
        FetchResponse(
            status: response.status,
            headers: ResponseHeaders.forProcess(response.headers),
            body: response.body,
            age: max(0, age),
            isFromCache: true
        )
    }

    /// The answer after the server confirmed it, with the header fields that it sent along.
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
