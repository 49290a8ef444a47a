import CloudCore
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
    /// The largest total size of files uploaded and downloaded at once, in bytes; as many are regained in a day.
    static let dailyBandwidth = 500 * 1024 * 1024

    private let requests: RateLimiter
    private let bandwidth: RateLimiter
    private let isUnlimited: Bool
    /// The number of open streams of each address on this node.
    private let openStreams = Mutex<[String: Int]>([:])

    /// Requests, streams and bandwidth may be unlimited; `time` is a monotonic time.
    init(of cloud: Cloud, isUnlimited: Bool, time: (@Sendable () -> Duration)? = nil) {
        self.isUnlimited = isUnlimited
        requests = cloud.limiter("topics", rate: isUnlimited ? 0 : 0.2, burst: Self.requestBurst, time: time)
        let bytes = Double(Self.dailyBandwidth)
        bandwidth = cloud.limiter("bandwidth", rate: isUnlimited ? 0 : bytes / 86_400, burst: bytes, time: time)
    }

    func takeRequest(of address: String) throws(NtfyError) {
        if let wait = requests.take(address) { throw .tooManyRequests.after(wait) }
    }

    /// Counts a stream until the permit is released; ``NtfyError`` 42903 if too many are open.
    func beginStream(of address: String) throws(NtfyError) -> StreamPermit {
        try openStreams.withLock { streams throws(NtfyError) in
            guard isUnlimited || streams[address, default: 0] < Self.streams else { throw .tooManySubscriptions }
            streams[address, default: 0] += 1
        }
        return StreamPermit(limits: self, address: address)
    }

    func endStream(of address: String) {
        openStreams.withLock { streams in
            let count = streams[address, default: 0] - 1
            streams[address] = count > 0 ? count : nil
        }
    }

    /// Counts transferred bytes of files; returns `false`, without counting them, if they exceed the limit.
    func takeBandwidth(_ count: Int, of address: String) -> Bool { bandwidth.take(address, count: count) == nil }
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
