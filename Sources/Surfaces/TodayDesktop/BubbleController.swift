import Host
import Logging
import Notifications
import SessionBus
import Synchronization
import TodayProtocol

/// Feeds the events of the host and of the bus to the state machine of the bubbles, and performs the steps it returns.
///
/// Events are handled one at a time, so both sources may call from any thread.
final class BubbleController: Sendable {
    private struct State {
        var bubbles: BubbleStateMachine
        var connection: BusConnection?
        /// Whether the log says already that there is no notification server.
        var isAbsenceKnown = false
        var isEnding = false
    }

    /// What the host and the browser must do for the bubbles, each action once; never more than there are bubbles.
    let actions: AsyncStream<DesktopAction>
    private let actionInput: AsyncStream<DesktopAction>.Continuation
    private let state: Mutex<State>
    private let logger: Logger

    /// Makes a controller without bubbles.
    init(seen: Revision?, language: String, logger: Logger) {
        state = Mutex(State(bubbles: BubbleStateMachine(seen: seen, language: language)))
        self.logger = logger
        (actions, actionInput) = AsyncStream.makeStream()
    }

    /// Handles an event of the host.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - images: The images of the installed bundles, for the icons of bubbles that are sent from now on.
    func handle(_ event: NotificationEvent, images: BundleImageIndex = .empty) {
        state.withLock { state in
            guard !state.isEnding else { return }
            state.bubbles.images = images
            perform(state.bubbles.apply(event), &state)
        }
    }

    /// Handles an event of a connection to the bus; events of any but the newest connection are ignored.
    ///
    /// After ``end()`` only replies are handled, so that a bubble whose number arrives late is closed too.
    func handle(_ event: BusEvent, over connection: BusConnection) {
        state.withLock { state in
            if state.isEnding { guard case .replied = event else { return } }
            if event == .connected { state.connection = connection }
            guard state.connection === connection else { return }
            perform(state.bubbles.apply(event), &state)
        }
    }

    /// Handles the end of a connection.
    ///
    /// - Returns: Whether the bus had accepted the connection before.
    func handleDisconnect(_ connection: BusConnection) -> Bool {
        state.withLock { state in
            guard state.connection === connection else { return false }
            state.connection = nil
            perform(state.bubbles.disconnect(), &state)
            return true
        }
    }

    /// Closes all bubbles, since nobody would handle a press on one from now on.
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
            case .shown(let id): actionInput.yield(.trace(id))
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
