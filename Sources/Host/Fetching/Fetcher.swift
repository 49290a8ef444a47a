import AsyncPrimitives
package import FoundationEssentials
import HostModel
package import HostStorage
package import Logging
package import OutgoingHTTP
package import TodayProtocol

/// An HTTP client for processes, which have no network access.
///
/// Every URL, including the targets of redirects, is checked against the app's policy, and the connection goes to the
/// address that was checked. Responses are cached for each app. Concurrent equal requests of one app are coalesced.
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
    /// Limits the running and the waiting requests of each owner.
    private let ownerPermits: KeyedSemaphore<String>
    /// Limits the running requests of all owners.
    private let permits: AsyncSemaphore
    private let coalescer = RequestCoalescer<CoalescingKey, FetchResponse>()

    /// Creates a client; call ``close()`` when it is no longer needed.
    ///
    /// The current time determines the age of responses. The timer returns after a duration, or throws when cancelled.
    package init(
        caches: CacheStore,
        logger: Logger,
        limits: FetchLimits = FetchLimits(),
        resolver: AddressResolver = .system(),
        now: @escaping @Sendable () -> Date = { Date() },
        timer: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) }
    ) {
        self.caches = caches
        self.limits = limits
        self.logger = logger
        self.now = now
        self.timer = timer
        upstream = Upstream(client: OutgoingClient(limits.connections, resolver: resolver), limits: limits)
        ownerPermits = KeyedSemaphore(permits: limits.concurrentPerApp, waitingLimit: limits.waitingPerApp)
        permits = AsyncSemaphore(permits: limits.concurrent)
    }

    /// Fetches a URL for an app, whose requests share limits and cached responses; any status is a response.
    ///
    /// - Throws: ``FetchFailure``; with code `cancelled` when the task is cancelled, which ends the request only if no
    ///   other caller waits for it.
    package func fetch(
        _ request: FetchRequest,
        for app: AppID,
        policy: FetchPolicy
    ) async throws(FetchFailure) -> FetchResponse {
        try await fetch(request, owner: app.rawValue, policy: policy)
    }

    /// Cancels running requests and closes all connections; later requests are refused.
    package func close() async {
        await coalescer.close()
        do { try await upstream.client.shutdown() } catch {
            logger.warning("An HTTP client did not close", metadata: ["error": "\(error)"])
        }
    }

    /// Fetches a URL for an owner: an app's identifier, or for images the raw value of ``ImageProxy/Usage``.
    func fetch(
        _ request: FetchRequest,
        owner: String,
        policy: FetchPolicy
    ) async throws(FetchFailure) -> FetchResponse {
        let address = try FetchAddress(request.url)
        _ = try policy.reach(of: address)
        let headers = try RequestHeaders.check(request.headers, method: request.method)
        guard request.body.count <= FetchRequest.bodyLimit else {
            throw FetchFailure(.tooLarge, "A request may send at most \(FetchRequest.bodyLimit) bytes.")
        }
        guard request.body.isEmpty || request.method != .get else {
            throw FetchFailure(.badRequest, "GET sends no body.")
        }
        let message = UpstreamRequest(address: address, method: request.method, headers: headers, body: request.body)
        let bodyLimit = max(0, min(limits.bodyBytes, request.maximumBytes))
        guard request.method == .get else {
            return try await coalescer.run(nil) { [self] in
                await withPermit(owner, server: address.server, bodyLimit: bodyLimit) {
                    let answer = try await self.upstream.fetch(message, policy: policy, bodyLimit: bodyLimit)
                    return FetchResponse(answer.response)
                }
            }
        }
        let key = CoalescingKey(
            cacheKey: Self.cacheKey(owner, message),
            policy: policy,
            maximumAge: request.maximumAge,
            bodyLimit: bodyLimit
        )
        return try await coalescer.run(key) { [self] in
            if let cached = await cached(key, server: address.server) { return cached }
            return await withPermit(owner, server: address.server, bodyLimit: bodyLimit) {
                try await self.get(message, key: key)
            }
        }
    }

    /// Waits until the limits permit a request of the owner, and runs it with a timeout.
    private func withPermit(
        _ owner: String,
        server: String,
        bodyLimit: Int,
        _ body: @escaping @Sendable () async throws -> FetchResponse
    ) async -> Result<FetchResponse, FetchFailure> {
        do {
            let ownerPermit = try await ownerPermits.acquire(owner)
            defer { ownerPermit.release() }
            let permit = try await permits.acquire()
            defer { permit.release() }
            let answer = try await withDeadline({ [timer, limits] in try await timer(limits.totalTime) }, body)
            guard let answer else { return .failure(.timedOut(server, limits)) }
            return .success(answer)
        } catch {
            let failure = FetchFailure(translating: error, server: server, bodyLimit: bodyLimit, limits: limits)
            let metadata: Logger.Metadata = ["server": "\(server)", "error": "\(failure.cause ?? failure)"]
            logger.debug("A fetch failed", metadata: metadata)
            return .failure(failure)
        }
    }

    // MARK: - Cached responses

    /// Returns the cached response if it may be used without revalidation.
    private func cached(_ key: CoalescingKey, server: String) async -> Result<FetchResponse, FetchFailure>? {
        guard let kept = await cacheLookup(key), kept.serves(maximumAge: key.maximumAge) else { return nil }
        guard kept.response.body.count <= key.bodyLimit else {
            return .failure(FetchFailure(.tooLarge, .hostAnswerTooLarge(server, limit: key.bodyLimit)))
        }
        return .success(kept.fetchResponse)
    }

    /// Sends a request, which is conditional if a response is cached, and caches the response if permitted.
    private func get(_ message: UpstreamRequest, key: CoalescingKey) async throws -> FetchResponse {
        var message = message
        let kept = await cacheLookup(key)
        message.headers += kept?.conditions ?? []
        let (response, isDirect) = try await upstream.fetch(message, policy: key.policy, bodyLimit: key.bodyLimit)
        let date = now()
        if response.status == 304, let kept, kept.response.body.count <= key.bodyLimit {
            let confirmed = kept.confirmed(by: ResponseHeaders.kept(response.headers), at: date)
            await change { try await $0.put(confirmed, for: key.cacheKey) }
            return CacheLookup(response: confirmed, now: date).fetchResponse
        }
        let directives = CacheDirectives(status: response.status, headers: response.headers)
        if directives.isStorable {
            var headers = ResponseHeaders.kept(response.headers)
            // Validators of a redirect's target are not valid for this address.
            if !isDirect { headers.removeAll { $0.name == "etag" || $0.name == "last-modified" } }
            let fetched = date.addingTimeInterval(-directives.age)
            let kept = CachedResponse(
                status: response.status,
                headers: headers,
                body: response.body,
                fetched: fetched,
                expires: directives.lifetime.map { fetched.addingTimeInterval($0) }
            )
            await change { try await $0.put(kept, for: key.cacheKey) }
        } else if response.status < 500 {
            await change { try await $0.removeResponse(for: key.cacheKey) }
        }
        return FetchResponse(response)
    }

    private func cacheLookup(_ key: CoalescingKey) async -> CacheLookup? {
        do {
            return try await caches.response(for: key.cacheKey).map { CacheLookup(response: $0, now: now()) }
        } catch {
            // Without the cache the server is asked.
            logger.warning("The HTTP cache cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func change(_ body: (CacheStore) async throws -> Void) async {
        do { try await body(caches) } catch {
            logger.warning("The HTTP cache cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// Returns the cache key of a request, which includes the owner because apps may fetch from different servers.
    private static func cacheKey(_ owner: String, _ request: UpstreamRequest) -> String {
        ([owner, request.address.description] + request.headers.map { "\($0.name): \($0.value)" })
            .joined(separator: "\n")
    }
}
