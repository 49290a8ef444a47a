import AddressLists
import TodayKit

/// Fetches within a time limit, with failures that people are told.
struct CalendarFetcher: Sendable {
    let http: HTTPClient
    /// When what is not answered counts as too slow.
    let end: ContinuousClock.Instant

    /// Sends a request.
    ///
    /// - Throws: ``CalendarFailure``, or a `CancellationError`.
    func fetch(
        _ url: String,
        method: HTTPMethod = .get,
        headers: [String: String],
        body: String? = nil
    ) async throws -> HTTPResponse {
        try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            group.addTask { [http] in
                do {
                    return try await http.fetch(
                        url,
                        method: method,
                        headers: headers,
                        body: body.map { Data($0.utf8) },
                        maximumAge: .zero
                    )
                } catch let error as FetchError {
                    throw CalendarFailure(error)
                }
            }
            group.addTask { [end] in
                try await Task.sleep(until: end)
                throw CalendarFailure.tooSlow
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }
}
