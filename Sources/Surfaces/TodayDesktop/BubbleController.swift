import HostModel
import Logging
import SessionBus
import Synchronization
import TodayProtocol

/// Passes the events of the host and the bus to the bubbles' state machine, and performs the steps that it returns.
///
/// Handles one event at a time; both sources may call from any thread.
final class BubbleController: Sendable {
    private struct State {
        var bubbles: BubbleStateMachine
        var connection: BusConnection?
        /// `true` once the log says that there is no notification server; `false` again when one answers.
        var isAbsenceKnown = false
        var isEnding = false
    }

    /// The actions for the host and the browser to perform, each delivered once.
    let actions: AsyncStream<DesktopAction>
    private let actionInput: AsyncStream<DesktopAction>.Continuation
    private let state: Mutex<State>
    private let logger: Logger

    init(seen: Revision?, language: String, logger: Logger) {
        state = Mutex(State(bubbles: BubbleStateMachine(seen: seen, language: language)))
        self.logger = logger
        (actions, actionInput) = AsyncStream.makeStream()
    }

    /// Handles an event of the host, with images of the installed bundles for bubbles that are sent from now on.
    func handle(_ event: NotificationEvent, images: BundleImageIndex = .empty) {
        state.withLock { state in
            guard !state.isEnding else { return }
            state.bubbles.images = images
            perform(state.bubbles.apply(event), &state)
        }
    }

    /// Handles an event of a connection to the bus; ignores events of any but the newest connection.
    ///
    /// After ``end()`` only replies are handled, to close a bubble whose number arrives late as well.
    func handle(_ event: BusEvent, over connection: BusConnection) {
        state.withLock { state in
            if state.isEnding { guard case .replied = event else { return } }
            if event == .connected { state.connection = connection }
            guard state.connection === connection else { return }
            perform(state.bubbles.apply(event), &state)
        }
    }

    /// Handles the loss of a connection; returns `true` if it was the current one, which the bus had accepted.
    func handleDisconnect(_ connection: BusConnection) -> Bool {
        state.withLock { state in
            guard state.connection === connection else { return false }
            state.connection = nil
            perform(state.bubbles.disconnect(), &state)
            return true
        }
    }

    /// Closes all bubbles, since from now on nothing handles a click on one.
    func end() {
        state.withLock { state in
            perform(state.bubbles.closeAll(), &state)
            state.isEnding = true
        }
        actionInput.finish()
    }

    private func perform(_ steps: [BubbleStep], _ state: inout State) {
        for step in steps {
            switch step {
            case .call(let call, let token): state.connection?.send(call, as: token)
            case .perform(let action): actionInput.yield(action)
            case .refused(let id, let error):
                logger.notice(
                    "The notification server does not show a notification",
                    metadata: ["notification": "\(id)", "error": "\(error)"]
                )
            case .noServer(let error):
                logger.log(
                    level: state.isAbsenceKnown ? .debug : .notice,
                    "No notification server answers; bubbles wait for one",
                    metadata: ["error": "\(error)"]
                )
                state.isAbsenceKnown = true
            case .server(let capabilities):
                state.isAbsenceKnown = false
                logger.info("Notifications show on the desktop", metadata: ["capabilities": "\(capabilities.names)"])
            }
        }
    }
}
