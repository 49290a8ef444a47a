import Synchronization
import TodayProtocol

/// What the cloud was told of which apps, since the host was started or joined.
final class ChannelBook: Sendable {
    private struct State {
        var device = ""
        var told: [AppID: ChannelRegistration] = [:]
    }

    private let state = Mutex(State())

    /// Begins for a device; what another one was told of is forgotten.
    func begin(_ device: String) {
        state.withLock { state in
            if state.device != device { state = State(device: device) }
        }
    }

    /// What was told.
    var told: [AppID: ChannelRegistration] { state.withLock(\.told) }

    /// Notes what was told of an app; none if it was taken off, or has to be told anew.
    func note(_ app: AppID, _ registration: ChannelRegistration?) {
        state.withLock { $0.told[app] = registration }
    }

    /// Forgets everything that was told.
    func forget() { state.withLock { $0.told = [:] } }
}
