public import TodayKit

/// Fetches the weather at the place that is chosen, also while the choice changes.
public struct WeatherService: Sendable {
    private enum Outcome: Sendable {
        case report(WeatherReport)
        /// The settings say something else now.
        case superseded
    }

    private let process: ProcessContext

    /// Takes the way to the settings and to the network.
    public init(_ context: some ProcessScoped) { process = context.process }

    /// Fetches the weather.
    ///
    /// A choice that is made meanwhile supersedes the one before: a slow answer for a place that is no longer chosen is
    /// not waited for.
    ///
    /// - Parameters:
    ///   - maximumAge: How old an answer may be that was fetched before.
    ///   - limit: How long this may take, which is less than the host gives the process.
    /// - Returns: The weather at the place that is chosen when this returns.
    /// - Throws: A `Failure` with a sentence for the person.
    public func report(maximumAge: Duration, within limit: Duration) async throws -> WeatherReport {
        try await withThrowingTaskGroup(of: WeatherReport.self) { group in
            group.addTask { try await follow(maximumAge: maximumAge) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw Failure(Texts.tooSlow)
            }
            defer { group.cancelAll() }
            guard let report = try await group.next() else { throw CancellationError() }
            return report
        }
    }

    private func follow(maximumAge: Duration) async throws -> WeatherReport {
        while true {
            // Watched before the settings are read, so that no change is missed.
            let changes = process.defaults.changes(in: .weather)
            let query = try WeatherQuery(process)
            switch try await race(query, changes, maximumAge) {
            case .report(let report): return report
            case .superseded: try Task.checkCancellation()
            }
        }
    }

    private func race(
        _ query: WeatherQuery,
        _ changes: AsyncStream<Void>,
        _ maximumAge: Duration
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask { .report(try await fetch(query, maximumAge)) }
            group.addTask {
                for await _ in changes where (try? WeatherQuery(process)) != query { return .superseded }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .superseded
        }
    }

    private func fetch(_ query: WeatherQuery, _ maximumAge: Duration) async throws -> WeatherReport {
        let response: HTTPResponse
        do {
            response = try await process.http.fetch(query.url, maximumAge: maximumAge)
        } catch let error as FetchError {
            throw Failure(Self.sentence(for: error))
        }
        return WeatherReport(
            place: query.place,
            conditions: try query.provider.conditions(response, for: query),
            updated: process.now.addingTimeInterval(-(response.age / .seconds(1)))
        )
    }

    private static func sentence(for error: FetchError) -> String {
        switch error.code {
        case .failed: Texts.unreachable
        case .timedOut: Texts.tooSlow
        case .tooLarge: Texts.tooLarge
        // The host names what is not allowed and how to allow it.
        case .notAllowed, .invalid: error.message
        }
    }
}

/// The weather at a place, and when it was fetched.
public struct WeatherReport: Hashable, Sendable {
    /// The place.
    public var place: Place
    /// The weather there.
    public var conditions: Conditions
    /// When it came from the provider.
    public var updated: Date

    /// Makes a report.
    public init(place: Place, conditions: Conditions, updated: Date) {
        self.place = place
        self.conditions = conditions
        self.updated = updated
    }
}
