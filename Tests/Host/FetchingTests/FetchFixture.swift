import AsyncPrimitives
import Fetching
import Foundation
import HostStorage
import Logging
import NetworkAddresses
import OutgoingHTTP
import TodayProtocol
import TodayTestSupport

/// A client on caches of its own, whose time stands still unless the test moves it.
struct FetchFixture: Sendable {
    let fetcher: Fetcher
    let date: SettableDate

    /// Fetches for an app that may fetch from this machine's servers.
    func get(
        _ url: String,
        app: String = "com.a",
        allowing hosts: [String]? = nil,
        headers: [String: String] = [:],
        maximumAge: Double? = nil,
        maximumBytes: Int = .max
    ) async throws(FetchFailure) -> FetchResponse {
        let request = FetchRequest(url: url, headers: headers, maximumAge: maximumAge, maximumBytes: maximumBytes)
        return try await fetcher.fetch(request, for: AppID(app), policy: policy(for: url, hosts))
    }

    func post(
        _ url: String,
        body: String,
        headers: [String: String] = [:]
    ) async throws(FetchFailure) -> FetchResponse {
        let request = FetchRequest(url: url, method: .post, headers: headers, body: Array(body.utf8))
        return try await fetcher.fetch(request, for: AppID("com.a"), policy: policy(for: url, nil))
    }

    private func policy(for url: String, _ hosts: [String]?) -> FetchPolicy {
        let own = URL(string: url).flatMap { url in url.host.map { "\($0)\(url.port.map { ":\($0)" } ?? "")" } }
        let allowed = (hosts ?? [own].compactMap(\.self)).compactMap { try? AllowedServer($0) }
        return FetchPolicy(appName: "Weather", declaredHosts: [], allowedHosts: allowed)
    }

    /// Runs a test with a client.
    ///
    /// Names ending in `.test` are found at the addresses that the test gives.
    static func run<Value>(
        limits: FetchLimits = .patient,
        names: [String: [String]] = [:],
        timer: @escaping @Sendable (Duration) async throws -> Void = { _ in await OneTimeSignal().wait() },
        _ body: (FetchFixture) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.path + "/today-fetch-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let date = SettableDate()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let caches = try CacheStore(path: folder + "/caches.sqlite", epoch: "e", logger: logger, now: { date.value })
        let system = AddressResolver.system()
        let resolver = AddressResolver { host throws(CancellationError) in
            if host.hasSuffix(".test") { return (names[host] ?? []).compactMap { NetworkAddress($0) } }
            return try await system.addresses(host)
        }
        let fetcher = Fetcher(
            caches: caches,
            logger: logger,
            limits: limits,
            resolver: resolver,
            now: { date.value },
            timer: timer
        )
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(FetchFixture(fetcher: fetcher, date: date)))
        } catch {
            result = .failure(error)
        }
        await fetcher.close()
        await caches.close()
        return try result.get()
    }
}

extension FetchLimits {
    /// The host's limits, but for times: a busy machine is no server that cannot be reached or does not answer.
    static let patient = {
        var limits = FetchLimits()
        limits.connectTime = .seconds(600)
        limits.totalTime = .seconds(600)
        return limits
    }()
}

/// The error that a fetch ends with.
func failure(_ body: () async throws -> Void) async -> FetchFailure? {
    do {
        try await body()
        return nil
    } catch {
        return error as? FetchFailure
    }
}
