package import Foundation
import HostModel
import HostStorage
import Synchronization
package import TodayProtocol

/// The status of the host's link to its cloud.
///
/// Surfaces show it, because messages may be out of date while the link is down.
package struct CloudStatus: Codable, Hashable, Sendable {
    package enum State: Codable, Hashable, Sendable {
        /// The host has joined no cloud.
        case notLinked
        /// The host connects for the first time since it was started or joined, or for the first time after a break; a
        /// break is shown as a failure only if that attempt fails too.
        case connecting
        /// The stream is open.
        case connected(since: Date)
        /// The stream is closed; the host retries by itself.
        case offline(since: Date, reason: LocalizableText)
        /// The cloud no longer knows this host; the person must join it again.
        case unregistered

        private enum CodingKeys: String, CodingKey {
            case notLinked, connecting, connected, offline
            case unregistered = "shutOut"
        }
        private enum ConnectedCodingKeys: String, CodingKey { case since }
        private enum OfflineCodingKeys: String, CodingKey { case since, reason }
    }

    package var state: State
    /// The cloud's address, without a slash at the end; `nil` if the host has joined no cloud.
    package var url: String?
    /// The user's name in the cloud.
    package var user: String?
    /// `true` if it is the cloud inside this program.
    package var isLocal: Bool

    package init(_ state: State, url: String? = nil, user: String? = nil, isLocal: Bool = false) {
        self.state = state
        self.url = url
        self.user = user
        self.isLocal = isLocal
    }

    /// The status of a host that has joined no cloud.
    package static let notLinked = CloudStatus(.notLinked)

    /// A sentence for the person if messages may be missing; `nil` while connected, and if the host has joined no
    /// cloud.
    package var notice: LocalizableText? {
        switch state {
        case .notLinked, .connecting, .connected: nil
        case .offline(_, let reason): .messagesOutOfDate(reason)
        case .unregistered: .hostShutOutJoinAgain
        }
    }
}

/// Derives the status of the link from its events and reports changes.
///
/// A short break is not reported as offline; a failed attempt to reconnect or a silent stream is.
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

    /// Creates a tracker without a link.
    ///
    /// - Parameters:
    ///   - now: Returns the current time.
    ///   - onChange: Called with each new status, one call at a time. Changes during a call are combined, and the last
    ///     call always has the current status. It must return quickly.
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

    /// Records that the stream is open.
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

    /// Records that the cloud no longer knows the host.
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
    /// Creates the status of a link that is being connected.
    init(connectingTo link: CloudLink) {
        self.init(.connecting, url: link.url, user: link.user, isLocal: link.isLocal)
    }
}
