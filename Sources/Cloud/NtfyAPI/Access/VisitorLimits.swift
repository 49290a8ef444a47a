import CloudCore
import Foundation
import Synchronization

/// What bounds how much each address may ask: ntfy's own defaults.
final class VisitorLimits: Sendable {
    /// How large a message's text may be, in bytes; more becomes a file.
    static let messageSize = 4096
    /// How many requests may come at once; another one every five seconds.
    static let requestBurst = 60.0
    /// How many streams may be open.
    static let streams = 30
    /// How large a file may be, in bytes.
    static let fileSize = 15 * 1024 * 1024
    /// How large the files of one address may be together, in bytes.
    static let visitorStorageLimit = 100 * 1024 * 1024
    /// How large all files may be together, in bytes.
    static let totalStorageLimit = 5 * 1024 * 1024 * 1024
    /// How many bytes of files may come and go within a day.
    static let dailyBandwidth = 500 * 1024 * 1024

    private struct State {
        var streams: [String: Int] = [:]
        var day = 0
        var bandwidth: [String: Int] = [:]
    }

    private let requests: RateLimiter
    private let isUnlimited: Bool
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// Makes the limits.
    ///
    /// - Parameters:
    ///   - isUnlimited: Whether requests, streams and bandwidth are not bounded.
    ///   - now: The time, for days.
    ///   - time: A time that never goes back.
    init(
        isUnlimited: Bool,
        now: @escaping @Sendable () -> Date,
        time: @escaping @Sendable () -> Duration = RateLimiter.uptime
    ) {
        self.isUnlimited = isUnlimited
        self.now = now
        requests = RateLimiter(rate: isUnlimited ? 0 : 0.2, burst: Self.requestBurst, time: time)
    }

    /// Counts a request.
    ///
    /// - Throws: ``NtfyError`` 42901 if there were too many.
    func takeRequest(of address: String) throws(NtfyError) {
        if let wait = requests.take(address) { throw .tooManyRequests.after(wait) }
    }

    /// Counts a stream that opens.
    ///
    /// - Returns: What counts for as long as it exists.
    /// - Throws: ``NtfyError`` 42903 if too many are open.
    func beginStream(of address: String) throws(NtfyError) -> StreamPermit {
        let isAllowed = state.withLock { state in
            guard isUnlimited || state.streams[address, default: 0] < Self.streams else { return false }
            state.streams[address, default: 0] += 1
            return true
        }
        guard isAllowed else { throw .tooManySubscriptions }
        return StreamPermit(limits: self, address: address)
    }

    /// Counts a stream that has ended; its slot calls this.
    func endStream(of address: String) {
        state.withLock { state in
            let count = state.streams[address, default: 0] - 1
            state.streams[address] = count > 0 ? count : nil
        }
    }

    /// Counts bytes of files that come or go.
    ///
    /// - Returns: Whether there were not too many today; if there were, they are not counted.
    func takeBandwidth(_ count: Int, of address: String) -> Bool {
        guard !isUnlimited else { return true }
        let today = Int(now().timeIntervalSince1970 / 86_400)
        return state.withLock { state in
            if state.day != today {
                state.day = today
                state.bandwidth = [:]
            }
            let used = state.bandwidth[address, default: 0] + count
            guard used <= Self.dailyBandwidth else { return false }
            state.bandwidth[address] = used
            return true
        }
    }
}

/// A stream that counts against its visitor's limit for as long as this exists.
final class StreamPermit: Sendable {
    private let limits: VisitorLimits
    private let address: String

    init(limits: VisitorLimits, address: String) {
        self.limits = limits
        self.address = address
    }

    deinit { limits.endStream(of: address) }
}
