import CloudCore
import Foundation
import Synchronization

/// The limits of each address, with ntfy's defaults.
final class VisitorLimits: Sendable {
    /// The largest size of a message's text, in bytes; a longer text becomes a file.
    static let messageSize = 4096
    /// The largest burst of requests; one more is allowed every five seconds.
    static let requestBurst = 60.0
    static let streams = 30
    /// The largest size of a file, in bytes.
    static let fileSize = 15 * 1024 * 1024
    /// The largest total size of the files of one address, in bytes.
    static let visitorStorageLimit = 100 * 1024 * 1024
    /// The largest total size of all files, in bytes.
    static let totalStorageLimit = 5 * 1024 * 1024 * 1024
    /// The largest total size of files uploaded and downloaded per day, in bytes.
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

    /// Requests, streams and bandwidth may be unlimited; `time` is a monotonic time.
    init(of cloud: Cloud, isUnlimited: Bool, time: (@Sendable () -> Duration)? = nil) {
        self.isUnlimited = isUnlimited
        now = cloud.now
        requests = cloud.limiter("topics", rate: isUnlimited ? 0 : 0.2, burst: Self.requestBurst, time: time)
    }

    func takeRequest(of address: String) throws(NtfyError) {
        if let wait = requests.take(address) { throw .tooManyRequests.after(wait) }
    }

    /// Counts a stream until the permit is released; ``NtfyError`` 42903 if too many are open.
    func beginStream(of address: String) throws(NtfyError) -> StreamPermit {
        try state.withLock { state throws(NtfyError) in
            guard isUnlimited || state.streams[address, default: 0] < Self.streams else { throw .tooManySubscriptions }
            state.streams[address, default: 0] += 1
        }
        return StreamPermit(limits: self, address: address)
    }

    func endStream(of address: String) {
        state.withLock { state in
            let count = state.streams[address, default: 0] - 1
            state.streams[address] = count > 0 ? count : nil
        }
    }

    /// Counts transferred bytes of files; returns `false`, without counting them, if they exceed the daily limit.
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

/// Counts a stream against its address's limit until it is released.
final class StreamPermit: Sendable {
    private let limits: VisitorLimits
    private let address: String

    init(limits: VisitorLimits, address: String) {
        self.limits = limits
        self.address = address
    }

    deinit { limits.endStream(of: address) }
}
