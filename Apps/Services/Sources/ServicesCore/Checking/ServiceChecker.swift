public import TodayKit

/// Checks services by fetching their addresses.
///
/// A service is up if it answers: with success, or with a demand to sign in (401 and 403), which only a running service
/// makes. Every other status is down.
public struct ServiceChecker: Sendable {
    /// How many services are checked at a time.
    private static let concurrency = 6

    private let process: ProcessContext
    private let store: StateStore

    /// Creates a checker for the context of a request.
    ///
    /// - Throws: A `Failure` if the process has not the app group.
    public init(_ context: some ProcessScoped) throws {
        process = context.process
        store = try StateStore(context)
    }

    /// Returns the services with what is known of them, after checking those whose last check is old.
    ///
    /// - Parameters:
    ///   - services: The services.
    ///   - limit: How long a service may take to answer.
    ///   - end: How long all checks may take, which must be below the limit of the host. What is not answered until then
    ///     keeps its state.
    ///   - isForced: Whether all services are checked.
    /// - Returns: The services in their order.
    /// - Throws: A `CancellationError`.
    public func check(
        _ services: [SavedService],
        within limit: Duration,
        all end: Duration,
        isForced: Bool = false
    ) async throws -> [ServiceStatus] {
        let end = ContinuousClock.now + end
        let old = store.states()
        var statuses: [Int: ServiceStatus] = [:]
        try await withThrowingTaskGroup(of: (Int, ServiceStatus).self) { group in
            for (index, service) in services.enumerated() {
                if index >= Self.concurrency, let (index, status) = try await group.next() { statuses[index] = status }
                let state = old[service.address]
                group.addTask { (index, try await check(service, state, within: limit, until: end, isForced)) }
            }
            for try await (index, status) in group { statuses[index] = status }
        }
        let result = services.indices.compactMap { statuses[$0] }
        let states = Dictionary(result.compactMap { status in status.state.map { (status.service.address, $0) } }) {
            $1
        }
        if states != old {
            do { try store.save(states) } catch { process.log.error("The states are not kept: \(error)") }
        }
        return result
    }

    private func check(
        _ service: SavedService,
        _ old: ServiceState?,
        within limit: Duration,
        until end: ContinuousClock.Instant,
        _ isForced: Bool
    ) async throws -> ServiceStatus {
        if !isForced, let old, old.isFresh(at: process.now) { return ServiceStatus(service, state: old) }
        let start = ContinuousClock.now
        let last = min(start + limit, end)
        let outcome = try await withThrowingTaskGroup(of: Result<Int, FetchError>?.self) { group in
            group.addTask {
                do throws(any Error) {
                    return .success(try await process.http.fetch(service.address, maximumAge: .zero).status)
                } catch let error as FetchError {
                    return .failure(error)
                }
            }
            group.addTask {
                try await Task.sleep(until: last)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        guard let outcome else {
            guard start + limit <= end else { return ServiceStatus(service, state: old) }
            return ServiceStatus(service, state: ServiceState(.down(.tooSlow), at: process.now, after: old))
        }
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        return Self.status(service, outcome, milliseconds: milliseconds, at: process.now, after: old)
    }

    /// Judges the outcome of a fetch: the HTTP status, or a failure.
    static func status(
        _ service: SavedService,
        _ outcome: Result<Int, FetchError>,
        milliseconds: Int,
        at now: Date,
        after old: ServiceState?
    ) -> ServiceStatus {
        let finding: ServiceState.Finding
        switch outcome {
        case .success(200..<300), .success(401), .success(403): finding = .up(milliseconds: milliseconds)
        case .success(let status): finding = .down(.status(status))
        case .failure(let error):
            switch error.code {
            case .notAllowed:
                let failure = error.server.map { CheckFailure.notAllowed(server: $0) } ?? .refused(error.message)
                return ServiceStatus(service, failure: failure)
            case .invalid: return ServiceStatus(service, failure: .refused(error.message))
            // It answers with more than the host passes on.
            case .tooLarge: finding = .up(milliseconds: milliseconds)
            case .failed: finding = .down(.unreachable)
            case .timedOut: finding = .down(.tooSlow)
            }
        }
        return ServiceStatus(service, state: ServiceState(finding, at: now, after: old))
    }
}
