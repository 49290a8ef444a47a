public import TodayKit

/// Fetches the weather at the chosen place, even if the choice changes meanwhile.
public struct WeatherService: Sendable {
    private enum Outcome: Sendable {
        case report(WeatherReport)
        /// The settings changed during the fetch.
        case superseded
    }

    private let process: ProcessContext
    private let texts: Texts
    private let place: String?
    private let namesPlace: Bool
    private let tell: @Sendable (Place) async -> Void

    /// Creates a service for the context of a request.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - place: The name of the place; `nil` for the one that is chosen in the app.
    ///   - namesPlace: Whether the message of a failure names the place, since nothing beside it does.
    ///   - tell: Learns the place before its weather is fetched, and another one that is chosen meanwhile.
    public init(
        _ context: some ProcessScoped,
        place: String? = nil,
        namesPlace: Bool = false,
        tell: @escaping @Sendable (Place) async -> Void = { _ in }
    ) {
        process = context.process
        texts = Texts(context.language)
        self.place = place
        self.namesPlace = namesPlace
        self.tell = tell
    }

    /// Fetches the weather.
    ///
    /// If the person chooses another place meanwhile, the fetch for the first one is cancelled and the new one is
    /// fetched.
    ///
    /// - Parameters:
    ///   - maximumAge: The largest age of a cached response.
    ///   - limit: The time limit, which must be below that of the host.
    /// - Returns: The weather at the place that is chosen when this returns.
    /// - Throws: A `Failure` with a message for the person.
    public func report(maximumAge: Duration, within limit: Duration) async throws -> WeatherReport {
        try await withThrowingTaskGroup(of: WeatherReport.self) { group in
            group.addTask { try await follow(maximumAge: maximumAge) }
            group.addTask {
                try await Task.sleep(for: limit)
                let list = PlaceList(process)
                throw failure(texts.tooSlow, at: place.map(list.place) ?? list.choice)
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
            let query = try await WeatherQuery(process, place: place, tell: tell)
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
                for await _ in changes {
                    let newer = try? await WeatherQuery(process, place: place)
                    if newer != query { return .superseded }
                }
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
            throw failure(of: error, at: query.place)
        }
        let conditions: Conditions
        do {
            conditions = try query.provider.conditions(response, for: query)
        } catch let error as Failure {
            throw failure(error.message, at: query.place)
        }
        return WeatherReport(
            place: query.place,
            conditions: conditions,
            updated: process.now.addingTimeInterval(-(response.age / .seconds(1)))
        )
    }

    private func failure(of error: FetchError, at place: Place) -> Failure {
        switch error.code {
        case .failed: failure(texts.unreachable, at: place)
        case .timedOut: failure(texts.tooSlow, at: place)
        case .tooLarge: failure(texts.tooLarge, at: place)
        // The host's message names what is not allowed and how to allow it; surfaces translate it as a whole.
        case .notAllowed, .invalid: Failure(error.message)
        }
    }

    private func failure(_ reason: String, at place: Place?) -> Failure {
        guard namesPlace, let place else { return Failure(reason) }
        return Failure(texts.failure(reason, at: place))
    }
}

/// The weather at a place, and the time when it was fetched.
public struct WeatherReport: Hashable, Sendable {
    /// The place.
    public var place: Place
    /// The weather there.
    public var conditions: Conditions
    /// The time when the provider sent it.
    public var updated: Date

    /// Creates a report.
    public init(place: Place, conditions: Conditions, updated: Date) {
        self.place = place
        self.conditions = conditions
        self.updated = updated
    }
}
