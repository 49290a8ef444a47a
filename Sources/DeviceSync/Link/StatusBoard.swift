package import Foundation
import Synchronization

/// How the link stands, for whoever looks, and how it came to that.
///
/// A short break is nothing to show: the link counts as down when it could not be made again at once, or when it fell
/// silent.
package final class StatusBoard: Sendable {
    private struct State {
        var status = CloudStatus.notLinked
        /// When the trouble began that was not shown yet.
        var lost: Date?
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date
    private let onChange: @Sendable (CloudStatus) -> Void

    /// Makes a board without a link.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - onChange: Called with each new status; must be quick.
    package init(now: @escaping @Sendable () -> Date, onChange: @escaping @Sendable (CloudStatus) -> Void) {
        self.now = now
        self.onChange = onChange
    }

    /// How the link stands.
    package var status: CloudStatus { state.withLock(\.status) }

    /// There is another link, or none.
    func begin(_ status: CloudStatus) { change { ($0.status, $0.lost) = (status, nil) } }

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

    private func change(_ body: (inout State) -> Void) {
        let changed = state.withLock { state -> CloudStatus? in
            let before = state.status
            body(&state)
            return state.status == before ? nil : state.status
        }
        if let changed { onChange(changed) }
    }
}
