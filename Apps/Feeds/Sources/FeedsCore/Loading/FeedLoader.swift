import AddressLists
public import TodayKit

/// Fetches the feeds that are due, and keeps what it fetched.
///
/// A feed's server is asked no more often than the feed and the server say. The host caches responses, and asks a server only
/// whether its response has changed, if the server supports that.
public struct FeedLoader: Sendable {
    /// How many feeds are fetched at a time.
    private static let concurrency = 4
    private static let formats = "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5"

    private let process: ProcessContext
    private let store: FeedStore

    /// Creates a loader for the context of a request.
    ///
    /// - Throws: A `Failure` if the process has not the app group.
    public init(_ context: some ProcessScoped) throws {
        process = context.process
        store = try FeedStore(context)
    }

    /// Returns the feeds with what is known of them, after fetching those that are due.
    ///
    /// - Parameters:
    ///   - feeds: The feeds.
    ///   - limit: The time limit, which must be below that of the host. What takes longer counts as too slow.
    ///   - isForced: Whether all feeds are fetched, also those that are fresh.
    /// - Returns: The feeds in their order.
    /// - Throws: A `CancellationError`.
    public func load(_ feeds: [SavedFeed], within limit: Duration, isForced: Bool = false) async throws -> [FeedStatus]
    {
        let end = ContinuousClock.now + limit
        var statuses: [Int: FeedStatus] = [:]
        try await withThrowingTaskGroup(of: (Int, FeedStatus).self) { group in
            for (index, feed) in feeds.enumerated() {
                if index >= Self.concurrency, let (index, status) = try await group.next() { statuses[index] = status }
                group.addTask { (index, try await load(feed, until: end, isForced)) }
            }
            for try await (index, status) in group { statuses[index] = status }
        }
        store.removeLists(except: feeds.map(\.address))
        return Self.marked(feeds.indices.compactMap { statuses[$0] })
    }

    /// Leaves out the items of a feed that is in the list twice, under its own address and that of a web page, and says so.
    static func marked(_ statuses: [FeedStatus]) -> [FeedStatus] {
        var titles: [String: String] = [:]
        return statuses.map { status in
            let source = status.list?.source ?? status.feed.address
            if let title = titles[source] { return FeedStatus(status.feed, failure: .repeated(title: title)) }
            titles[source] = status.title
            return status
        }
    }

    /// Returns the last list of a feed without fetching it; `nil` if there is none.
    public func list(of feed: SavedFeed) -> FeedList? { store.list(of: feed.address) }

    private func load(_ feed: SavedFeed, until end: ContinuousClock.Instant, _ isForced: Bool) async throws
        -> FeedStatus
    {
        let old = store.list(of: feed.address)
        if !isForced, let old, old.isFresh(at: process.now) { return FeedStatus(feed, list: old) }
        do {
            let list = try await fetch(feed, until: end, after: old)
            do { try store.save(list, of: feed.address) } catch { process.log.error("A feed is not kept: \(error)") }
            return FeedStatus(feed, list: list)
        } catch let failure as FeedFailure {
            return FeedStatus(feed, list: old, failure: failure)
        }
    }

    /// Fetches a feed from its address, or from the one that the web page at that address names.
    private func fetch(
        _ feed: SavedFeed,
        until end: ContinuousClock.Instant,
        after old: FeedList?
    ) async throws -> FeedList {
        if let source = old?.source {
            do {
                return try await fetch(from: source, until: end, after: old)
            } catch FeedFailure.notAFeed, FeedFailure.status(404), FeedFailure.status(410) {
                // The page may name another one by now.
            }
        }
        let response = try await response(from: feed.address, until: end)
        do {
            return try Self.list(response, of: feed, at: process.now, after: old)
        } catch FeedFailure.notAFeed {
            guard
                let page = DocumentEncoding.utf8(response.body, contentType: response.headers["content-type"]),
                let source = FeedDiscovery.feed(in: page, at: feed.address), source != feed.address
            else { throw FeedFailure.notAFeed }
            return try await fetch(from: source, until: end, after: old)
        }
    }

    /// Fetches a feed that a web page named.
    private func fetch(
        from source: String,
        until end: ContinuousClock.Instant,
        after old: FeedList?
    ) async throws -> FeedList {
        let response = try await response(from: source, until: end)
        var list = try Self.list(response, of: SavedFeed(address: source), at: process.now, after: old)
        list.source = source
        return list
    }

    private func response(from address: String, until end: ContinuousClock.Instant) async throws -> HTTPResponse {
        try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            group.addTask {
                do {
                    return try await process.http.fetch(
                        address,
                        headers: ["accept": Self.formats],
                        maximumAge: .zero
                    )
                } catch let error as FetchError {
                    throw FeedFailure(error)
                }
            }
            group.addTask {
                try await Task.sleep(until: end)
                throw FeedFailure.tooSlow
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    /// Reads a response.
    ///
    /// - Throws: A ``FeedFailure``.
    static func list(
        _ response: HTTPResponse,
        of feed: SavedFeed,
        at now: Date,
        after old: FeedList?
    ) throws -> FeedList {
        guard response.isSuccess else { throw FeedFailure.status(response.status) }
        guard let document = DocumentEncoding.utf8(response.body, contentType: response.headers["content-type"]) else {
            throw FeedFailure.unknownEncoding
        }
        do throws(FeedProblem) {
            let parsed = try FeedParser.parse(document, address: feed.address)
            let fetched = now.addingTimeInterval(-(response.age / .seconds(1)))
            return FeedList(parsed, lifetime: lifetime(response), fetched: fetched, after: old)
        } catch {
            switch error {
            case .notAFeed: throw FeedFailure.notAFeed
            case .malformed(let line): throw FeedFailure.malformed(line: line)
            }
        }
    }

    /// How long a server calls its response fresh, in seconds (`max-age` of `Cache-Control`); `nil` if it does not say.
    private static func lifetime(_ response: HTTPResponse) -> Double? {
        let directives = (response.headers["cache-control"] ?? "").lowercased().split(separator: ",")
        let age = directives.map { $0.trimmingSpace }.first { $0.hasPrefix("max-age=") }
        return age.flatMap { Double($0.dropFirst(8).replacing("\"", with: "")) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
