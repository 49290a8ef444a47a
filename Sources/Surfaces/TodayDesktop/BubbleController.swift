import Logging
import Notifications
import Synchronization
import TodayProtocol

/// Where the events of the host and of the bus meet: one after the other, each with all that it leads to.
final class BubbleController: Sendable {
    private struct State {
        var book: BubbleStateMachine
        var connection: BusConnection?
        /// Whether it was said that there is no notification server.
        var isAbsenceKnown = false
        var isEnding = false
    }

    /// What the host and the browser have to do; no more than there are bubbles, each once.
    let work: AsyncStream<DesktopAction>
    private let works: AsyncStream<DesktopAction>.Continuation
    private let state: Mutex<State>
    private let logger: Logger

    /// Makes a desk without bubbles.
    init(seen: Revision?, logger: Logger) {
        state = Mutex(State(book: BubbleStateMachine(seen: seen)))
        self.logger = logger
        (work, works) = AsyncStream.makeStream()
    }

    /// Takes an event of the host.
    func take(_ event: NotificationEvent) {
        state.withLock { state in
            guard !state.isEnding else { return }
            perform(state.book.apply(event), &state)
        }
    }

    /// Takes what came over a connection; the newest one alone counts.
    ///
    /// At the end only replies still do: a bubble whose number comes that late is taken away too.
    func take(_ event: BusEvent, over connection: BusConnection) {
        state.withLock { state in
            if state.isEnding { guard case .replied = event else { return } }
            if event == .connected { state.connection = connection }
            guard state.connection === connection else { return }
            perform(state.book.apply(event), &state)
        }
    }

    /// Notes that a connection is gone.
    ///
    /// - Returns: Whether the bus had taken it in before.
    func lose(_ connection: BusConnection) -> Bool {
        state.withLock { state in
            guard state.connection === connection else { return false }
            state.connection = nil
            perform(state.book.disconnect(), &state)
            return true
        }
    }

    /// Takes all bubbles away: whoever pressed a button on one now would be heard by nobody.
    func end() {
        state.withLock { state in
            perform(state.book.closeAll(), &state)
            state.isEnding = true
        }
        works.finish()
    }

    private func perform(_ steps: [BubbleStep], _ state: inout State) {
        for step in steps {
            switch step {
            case .call(let call, let token): state.connection?.send(call, as: token)
            case .work(let work): works.yield(work)
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
