package import Foundation
import HostStore
import Synchronization

/// How the link stands, for whoever looks, and how it came to that.
///
/// A short break is nothing to show: the link counts as down when it could not be made again at once, or when it fell
/// silent.
package final class StatusBoard: Sendable {
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
