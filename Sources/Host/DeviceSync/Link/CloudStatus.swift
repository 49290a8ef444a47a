package import Foundation
import HostStorage
import Synchronization

/// How the host stands with its cloud.
///
/// It is shown, never hidden: what is on the screen may be old while the link is down.
package struct CloudStatus: Codable, Hashable, Sendable {
    /// Where the link is.
    package enum State: Codable, Hashable, Sendable {
        /// The host has joined no cloud.
        case notLinked
        /// The link is being made: for the first time since the host was started or joined, or at once after a break, which
        /// is no trouble to show before it fails.
        case connecting
        /// The stream is open.
        case connected(since: Date)
        /// The stream is down; the host tries again by itself.
        case offline(since: Date, reason: String)
        /// The cloud does not know this host any more; only joining again helps.
        case shutOut
    }

    /// Where the link is.
    package var state: State
    /// The cloud's address, without a slash at the end; none if the host has joined no cloud.
    package var url: String?
    /// As whom the host has joined.
    package var user: String?
    /// Whether it is the cloud that runs inside the host.
    package var isLocal: Bool

    /// Describes a status.
    package init(_ state: State, url: String? = nil, user: String? = nil, isLocal: Bool = false) {
        self.state = state
        self.url = url
        self.user = user
        self.isLocal = isLocal
    }

    /// The status of a host that has joined no cloud.
    package static let notLinked = CloudStatus(.notLinked)

    /// A sentence for the person while messages may be missing; none while all is well, or if there is no cloud.
    package var notice: String? {
        switch state {
        case .notLinked, .connecting, .connected: nil
        case .offline(_, let reason): "Messages may be out of date: \(reason)"
        case .shutOut: "This host was shut out of its cloud; join it again with “today link”."
        }
    }
}

/// How the link stands, for whoever looks, and how it came to that.
///
/// A short break is nothing to show: the link counts as down when it could not be made again at once, or when it fell
/// silent.
package final class CloudStatusTracker: Sendable {
    private struct State {
        var status = CloudStatus.notLinked
        /// The host's id in the cloud that the status is about; none without a link.
        var device: String?
        /// When the trouble began that was not shown yet.
        var lost: Date?
        /// Whether the status was not told yet.
        var isUntold = false
        /// Whether somebody tells at this moment, and goes on until everything is told.
        var isTelling = false
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date
    private let onChange: @Sendable (CloudStatus) -> Void

    /// Makes a board without a link.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - onChange: Called with each new status, one after the other: the last one told is the one that is. Of several that
    ///     come while it is called the last one is told. It must be quick.
    package init(now: @escaping @Sendable () -> Date, onChange: @escaping @Sendable (CloudStatus) -> Void) {
        self.now = now
        self.onChange = onChange
    }

    /// How the link stands.
    package var status: CloudStatus { state.withLock(\.status) }

    /// There is another link, or none; only whoever serves it knows when it begins.
    func begin(_ link: CloudLink?) {
        change { state in
            state.status = link.map(CloudStatus.init(connectingTo:)) ?? .notLinked
            state.device = link?.deviceID
            state.lost = nil
        }
    }

    /// The stream is open.
    func connected() {
        let date = now()
        change { state in
            state.status.state = .connected(since: date)
            state.lost = nil
        }
    }

    /// The link broke, or could not be made.
    func failed(_ failure: CloudFailure) {
        let date = now()
        change { state in
            switch state.status.state {
            case .connected where failure.code != .timedOut:
                // It is tried again within a second.
                state.lost = date
                state.status.state = .connecting
            case .offline(let since, _): state.status.state = .offline(since: since, reason: failure.message)
            default:
                state.status.state = .offline(since: state.lost ?? date, reason: failure.message)
            }
        }
    }

    /// The cloud does not know the host any more.
    func shutOut() { change { $0.status.state = .shutOut } }

    /// Whether the status is about a device, by the host's id in its cloud, and that does not know it any more.
    func isShutOut(_ device: String) -> Bool { state.withLock { $0.device == device && $0.status.state == .shutOut } }

    private func change(_ body: (inout State) -> Void) {
        let tells = state.withLock { state in
            let before = state.status
            body(&state)
            guard state.status != before else { return false }
            state.isUntold = true
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if tells { tell() }
    }

    private func tell() {
        while let status = nextStatus() { onChange(status) }
    }

    private func nextStatus() -> CloudStatus? {
        state.withLock { state in
            state.isTelling = state.isUntold
            defer { state.isUntold = false }
            return state.isUntold ? state.status : nil
        }
    }
}

extension CloudStatus {
    /// The status of a link that is being made.
    init(connectingTo link: CloudLink) {
        self.init(.connecting, url: link.url, user: link.user, isLocal: link.isLocal)
    }
}
