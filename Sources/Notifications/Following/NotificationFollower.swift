import HostClock
import HostStore
import Synchronization
import TodayProtocol
import Waiting

/// One surface that follows the notifications: what it must still be told, merged to the latest state of each thing.
final class NotificationFollower: Sendable {
    private struct State {
        var changes: FollowedChanges
        /// Read, and not told yet.
        var ready: [NotificationEvent] = []
        /// Up to where the surface has been told.
        var told: Revision
        var summary: NotificationSummary?
        var isClosed = false

        /// What is to be done.
        var step: Step {
            if isClosed { return .end }
            if let event = ready.first { return .tell(event) }
            return changes.work.map(Step.read) ?? .wait
        }
    }

    private enum Step {
        case tell(NotificationEvent)
        case read(FollowedChanges.Work)
        case wait
        case end
    }

    private let language: String
    private let shelf: NotificationShelf
    private let state: Mutex<State>
    private let signal = Signal()
    private let onEnd: @Sendable () -> Void

    init(
        language: String,
        shelf: NotificationShelf,
        changes: FollowedChanges,
        told: Revision,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.language = language
        self.shelf = shelf
        state = Mutex(State(changes: changes, told: told))
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// Adds something to tell.
    func note(_ change: (inout FollowedChanges) -> Bool) {
        if state.withLock({ change(&$0.changes) }) { signal.raise() }
    }

    /// Ends the events.
    func close() {
        state.withLock { $0.isClosed = true }
        signal.raise()
    }

    /// Waits for the next event; `nil` at the end.
    func next() async -> NotificationEvent? {
        while !Task.isCancelled {
            switch state.withLock({ $0.step }) {
            case .tell(let event):
                state.withLock { _ = $0.ready.removeFirst() }
                return event
            case .end: return nil
            case .read(let work):
                if await read(work) { continue }
                guard !Task.isCancelled else { return nil }
                await signal.wait()
            case .wait: await signal.wait()
            }
        }
        return nil
    }

    /// Reads what is to be told.
    ///
    /// - Returns: Whether it could be read; else the next change tries again.
    private func read(_ work: FollowedChanges.Work) async -> Bool {
        do throws(StoreError) {
            if work.all {
                let shown = try await shelf.state(in: language)
                state.withLock { state in
                    state.changes.finishAll(readAt: shown.revision)
                    state.summary = shown.summary
                    state.told = shown.revision
                    state.ready = [NotificationEvent(revision: shown.revision, change: .all(shown))]
                }
            } else {
                let part = try await shelf.part(work.notifications, in: language)
                state.withLock { Self.tell(part, of: work.notifications, in: &$0) }
            }
            return true
        } catch {
            if error.code == .closed { close() } else { shelf.complain(error) }
            return false
        }
    }

    private static func tell(_ part: NotificationShelf.Part, of ids: [DeliveredID], in state: inout State) {
        let arriving = state.changes.finish(ids, readAt: part.revision)
        var changes: [NotificationEvent.Change] = ids.filter { part.shown[$0] == nil }.map { .withdrawn($0) }
        changes += part.shown.values.sorted { ($0.revision, $0.id) < ($1.revision, $1.id) }
            .map { .shown($0, arrives: arriving.contains($0.id)) }
        if part.summary != state.summary { changes.append(.summary(part.summary)) }
        state.summary = part.summary
        // A surface tells the truth up to the new revision once it shows the last of these, and not before.
        state.ready = changes.enumerated().map { index, change in
            NotificationEvent(revision: index == changes.count - 1 ? part.revision : state.told, change: change)
        }
        state.told = part.revision
    }
}
