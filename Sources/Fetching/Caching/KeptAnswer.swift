import FoundationEssentials
import HostStore

/// A kept answer, seen at one moment.
struct KeptAnswer {
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
    var answer: FetchAnswer {
        FetchAnswer(
            status: response.status,
            headers: AnswerHeaders.forProcess(response.headers),
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
