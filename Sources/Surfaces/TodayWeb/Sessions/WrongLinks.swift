import HostModel
import Logging
import Synchronization

/// Counts the wrong or used links, and the wrong passkeys, from each network, so that guessing is slow and gets
/// noticed.
///
/// A valid link is never refused, since its 256 bits cannot be guessed; neither is a valid signature.
final class WrongLinks: Sendable {
    /// Number of wrong links from a network in a minute after which it is told that there were too many.
    static let limit = 20
    /// Maximum number of networks that are counted separately; the others are counted together.
    static let networkLimit = 1000
    /// Maximum number of audit log entries for single networks in a minute, so that a flood does not displace other
    /// entries.
    static let entryLimit = 10
    /// Time for which wrong links are counted before they are recorded.
    static let period = Duration.seconds(60)

    private struct State {
        var counts: [String: Int] = [:]
        var others = 0
    }

    private let state = Mutex(State())

    init() {}

    /// Counts a wrong link.
    ///
    /// - Parameter network: The network that it came from.
    /// - Returns: `true` if there were too many from this network in this minute.
    func add(from network: String) -> Bool {
        state.withLock { state in
            guard state.counts[network] != nil || state.counts.count < Self.networkLimit else {
                state.others += 1
                return state.others > Self.limit
            }
            state.counts[network, default: 0] += 1
            return state.counts[network, default: 0] > Self.limit
        }
    }

    /// Returns the audit log entries for this minute, most links first, and begins the next minute.
    func takeEntries() -> [String] {
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        let counts = state.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var entries = counts.prefix(Self.entryLimit).map { "\($0.value), from \($0.key)" }
        let rest = counts.dropFirst(Self.entryLimit).reduce(state.others) { $0 + $1.value }
        if rest > 0 { entries.append("\(rest), from other networks") }
        return entries
    }

    /// Records the wrong links of each minute until its task is cancelled, and then the last ones.
    func run(on host: any HostAccess, logger: Logger, clock: some Clock<Duration> = ContinuousClock()) async {
        while (try? await clock.sleep(for: Self.period)) != nil { await record(on: host, logger) }
        await record(on: host, logger)
    }

    private func record(on host: any HostAccess, _ logger: Logger) async {
        let entries = takeEntries()
        guard !entries.isEmpty else { return }
        do throws(HostError) {
            try await host.send(RecordWrongLinksRequest(entries))
        } catch {
            logger.error("Wrong links cannot be recorded", metadata: ["error": "\(error.message)"])
        }
    }
}
