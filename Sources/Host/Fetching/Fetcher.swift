import AsyncPrimitives
package import FoundationEssentials
package import HostStorage
package import Logging
package import TodayProtocol

/// The host's HTTP client: what processes fetch goes through it, since they have no network of their own.
///
/// Every address is checked against the app's policy before it is asked, also one that a server sends a request on to;
/// names are looked up once and the address that was checked is the one that is connected to. Answers are kept per app as
/// their servers allow. Equal requests of one app that are under way at the same time are one request.
package final class Fetcher: Sendable {
    private struct CoalescingKey: Hashable, Sendable {
        let cacheKey: String
        let policy: FetchPolicy
        let maximumAge: Double?
        let bodyLimit: Int
    }

    private let caches: CacheStore
    private let limits: FetchLimits
    private let logger: Logger
    private let now: @Sendable () -> Date
    private let timer: @Sendable (Duration) async throws -> Void
    private let upstream: Upstream
    private let turns: FetchTurns
    private let flights = RequestCoalescer<CoalescingKey, FetchResponse>()

    /// Makes a client; ``close()`` must be called when it is no longer needed.
    ///
    /// - Parameters:
    ///   - caches: Where answers are kept.
    ///   - logger: Receives what a person need not know.
    ///   - limits: How much a fetch may take.
    ///   - resolver: Finds the addresses of a host.
    ///   - now: The time, by which answers age.
    ///   - timer: Returns after a duration, or throws when its task is cancelled.
    package init(
        caches: CacheStore,
        logger: Logger,
        limits: FetchLimits = FetchLimits(),
        resolver: HostResolver = .system(),
        now: @escaping @Sendable () -> Date = { Date() },
        timer: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) }
    ) {
        self.caches = caches
        self.limits = limits
        self.logger = logger
        self.now = now
        self.timer = timer
        upstream = Upstream(
            clients: ClientPool(limits: limits, logger: logger),
            resolver: resolver,
            limits: limits
        )
        turns = FetchTurns(limits: limits)
    }

    /// Fetches for an app.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - app: The app; its requests share turns and kept answers.
    ///   - policy: What the app may fetch from at this moment.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``FetchFailure``; with code `cancelled` at once when the task is cancelled, which ends the request
    ///   only if nobody else waits for it.
    package func fetch(
        _ request: FetchRequest,
        for app: AppID,
        policy: FetchPolicy
    ) async throws(FetchFailure) -> FetchResponse {
        try await fetch(request, owner: app.rawValue, policy: policy)
    }

    /// Stops everything under way and closes all connections.
    ///
    /// Requests that come later are refused.
    package func close() async {
        await flights.close()
        await upstream.clients.close()
    }

    /// Fetches for an owner, which is an app's identifier, or for images a word that is none.
    func fetch(
        _ request: FetchRequest,
        owner: String,
        policy: FetchPolicy
    ) async throws(FetchFailure) -> FetchResponse {
        let address = try FetchAddress(request.url)
        _ = try policy.reach(of: address)
        let headers = try RequestHeaders.check(request.headers)
        guard request.body.count <= FetchRequest.bodyLimit else {
            throw FetchFailure(.tooLarge, "A request may send at most \(FetchRequest.bodyLimit) bytes.")
        }
        guard request.body.isEmpty || request.method != .get else {
            throw FetchFailure(.badRequest, "GET sends no body.")
        }
        let message = UpstreamRequest(address: address, method: request.method, headers: headers, body: request.body)
        let bodyLimit = max(0, min(limits.bodyBytes, request.maximumBytes))
        guard request.method == .get else {
            return try await flights.run(nil) { [self] in
                await withPermit(owner, server: address.server, bodyLimit: bodyLimit) {
                    let response = try await self.upstream.fetch(message, policy: policy, bodyLimit: bodyLimit)
                        .response
                    return self.answer(response)
                }
            }
        }
        let key = CoalescingKey(
            cacheKey: Self.cacheKey(owner, message),
            policy: policy,
            maximumAge: request.maximumAge,
            bodyLimit: bodyLimit
        )
        return try await flights.run(key) { [self] in
            if let kept = await kept(key, server: address.server) { return kept }
            return await withPermit(owner, server: address.server, bodyLimit: bodyLimit) {
                try await self.get(message, key: key)
            }
        }
    }

    /// Waits for the owner's turn and runs a request within its time.
    private func withPermit(
        _ owner: String,
        server: String,
        bodyLimit: Int,
        _ body: @escaping @Sendable () async throws -> FetchResponse
    ) async -> Result<FetchResponse, FetchFailure> {
        do {
            let answer = try await turns.run(for: owner) {
                try await withDeadline({ [timer, limits] in try await timer(limits.totalTime) }, body)
            }
            guard let answer else { return .failure(.timedOut(server, limits)) }
            return .success(answer)
        } catch {
            let failure = FetchFailure(translating: error, server: server, bodyLimit: bodyLimit, limits: limits)
            logger.debug(
                "A fetch failed",
                metadata: ["server": "\(server)", "error": "\(failure.cause ?? failure)"]
            )
            return .failure(failure)
        }
    }

    // MARK: - Kept answers

    /// The kept answer, if it serves without asking the server.
    private func kept(_ key: CoalescingKey, server: String) async -> Result<FetchResponse, FetchFailure>? {
        guard let kept = await cacheLookup(key), kept.serves(maximumAge: key.maximumAge) else { return nil }
        guard kept.response.body.count <= key.bodyLimit else {
            return .failure(FetchFailure(.tooLarge, "\(server) answered with more than \(key.bodyLimit) bytes."))
        }
        return .success(kept.answer)
    }

    /// Asks the server, on condition if an answer is kept, and keeps what comes if it may be.
    private func get(_ message: UpstreamRequest, key: CoalescingKey) async throws -> FetchResponse {
        var message = message
        let kept = await cacheLookup(key)
        message.headers += kept?.conditions ?? []
        let (response, isDirect) = try await upstream.fetch(message, policy: key.policy, bodyLimit: key.bodyLimit)
        let date = now()
        if response.status == 304, let kept, kept.response.body.count <= key.bodyLimit {
            let confirmed = kept.confirmed(by: ResponseHeaders.kept(response.headers), at: date)
            await keep(confirmed, key)
            return CacheLookup(response: confirmed, now: date).answer
        }
        let directives = CacheDirectives(status: response.status, headers: response.headers)
        if directives.isStorable {
            var headers = ResponseHeaders.kept(response.headers)
            // What another address said its answer is known by means nothing to this one.
            if !isDirect { headers.removeAll { $0.name == "etag" || $0.name == "last-modified" } }
            let fetched = date.addingTimeInterval(-directives.age)
            await keep(
                CachedResponse(
                    status: response.status,
                    headers: headers,
                    body: response.body,
                    fetched: fetched,
                    expires: directives.lifetime.map { fetched.addingTimeInterval($0) }
                ),
                key
            )
        } else if response.status < 500 {
            await forget(key)
        }
        return answer(response)
    }

    private func answer(_ response: UpstreamResponse) -> FetchResponse {
        FetchResponse(
            status: response.status,
            headers: ResponseHeaders.forProcess(response.headers),
            body: response.body,
            age: CacheDirectives(status: response.status, headers: response.headers).age,
            isFromCache: false
        )
    }

    private func cacheLookup(_ key: CoalescingKey) async -> CacheLookup? {
        do {
            return try await caches.response(for: key.cacheKey).map { CacheLookup(response: $0, now: now()) }
        } catch {
            // Without its cache the host asks the server.
            logger.warning("The HTTP cache cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func keep(_ response: CachedResponse, _ key: CoalescingKey) async {
        do {
            try await caches.put(response, for: key.cacheKey)
        } catch {
            logger.warning("The HTTP cache cannot be written", metadata: ["error": "\(error)"])
        }
    }

    private func forget(_ key: CoalescingKey) async {
        do {
            try await caches.removeResponse(for: key.cacheKey)
        } catch {
            logger.warning("The HTTP cache cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// Apps do not share kept answers: what one may reach another may not.
    private static func cacheKey(_ owner: String, _ request: UpstreamRequest) -> String {
        ([owner, request.address.description] + request.headers.map { "\($0.name): \($0.value)" })
            .joined(separator: "\n")
    }
}
