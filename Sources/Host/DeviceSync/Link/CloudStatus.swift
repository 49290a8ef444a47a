package import Foundation
package import HostModel
import HostStorage
import Synchronization
import TodayProtocol

/// Reports the status of the link; a short break is not offline, but a failed reconnection or a silent stream is.
package final class CloudStatusTracker: Sendable {
    private struct State {
        var status = CloudStatus.notLinked
        /// The host's device id in that cloud; `nil` without a link.
        var device: String?
        /// Time at which a break began that has not been reported.
        var lost: Date?
        /// `true` if the current status has not been reported.
        var hasChange = false
        /// `true` while one caller is reporting; that caller also reports changes made meanwhile.
        var isReporting = false
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date
    private let onChange: @Sendable (CloudStatus) -> Void

    /// Creates a tracker without a link; `onChange` is called with each new status, one call at a time, and must return
    /// quickly: changes during a call are combined, and the last call always has the current status.
    package init(now: @escaping @Sendable () -> Date, onChange: @escaping @Sendable (CloudStatus) -> Void) {
        self.now = now
        self.onChange = onChange
    }

    package var status: CloudStatus { state.withLock(\.status) }

    /// Starts tracking another link; `nil` if the host has joined no cloud.
    func begin(_ link: CloudLink?) {
        change { state in
            state.status = link.map(CloudStatus.init(connectingTo:)) ?? .notLinked
            state.device = link?.deviceID
            state.lost = nil
        }
    }

    func connected() {
        let date = now()
        change { state in
            state.status.state = .connected(since: date)
            state.lost = nil
        }
    }

    /// Records that the link broke, or that connecting failed.
    func failed(_ failure: CloudFailure) {
        let date = now()
        change { state in
            switch state.status.state {
            case .connected where failure.code != .timedOut:
                // The host retries within a second.
                state.lost = date
                state.status.state = .connecting
            case .offline(let since, _): state.status.state = .offline(since: since, reason: failure.phrase)
            default:
                state.status.state = .offline(since: state.lost ?? date, reason: failure.phrase)
            }
        }
    }

    func unregistered() { change { $0.status.state = .unregistered } }

    /// Returns `true` if the cloud of the current link no longer knows the host by a device id.
    func isUnregistered(_ device: String) -> Bool {
        state.withLock { $0.device == device && $0.status.state == .unregistered }
    }

    private func change(_ body: (inout State) -> Void) {
        let reports = state.withLock { state in
            let before = state.status
            body(&state)
            guard state.status != before else { return false }
            state.hasChange = true
            defer { state.isReporting = true }
            return !state.isReporting
        }
        if reports { report() }
    }

    private func report() {
        while let status = nextStatus() { onChange(status) }
    }

    private func nextStatus() -> CloudStatus? {
        state.withLock { state in
            state.isReporting = state.hasChange
            defer { state.hasChange = false }
            return state.hasChange ? state.status : nil
        }
    }
}

extension CloudStatus {
    init(connectingTo link: CloudLink) {
        self.init(.connecting, url: link.url, user: link.user, isLocal: link.isLocal)
    }
}
