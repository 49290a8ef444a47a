import AsyncPrimitives
import HostClock
import HostStorage
import Synchronization
import TodayProtocol

/// One surface that follows the notifications: what it must still be told, merged to the latest state of each thing.
final class NotificationSubscriber: Sendable {
    private struct State {
        var changes: UndeliveredChanges
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
        case read(UndeliveredChanges.Work)
        case wait
        case end
    }

    private let language: String
    private let reader: NotificationReader
    private let state: Mutex<State>
    private let signal = Signal()
    private let onEnd: @Sendable () -> Void

    init(
        language: String,
        reader: NotificationReader,
        changes: UndeliveredChanges,
        told: Revision,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.language = language
        self.reader = reader
        state = Mutex(State(changes: changes, told: told))
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// Adds something to tell.
    func note(_ change: (inout UndeliveredChanges) -> Bool) {
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
    private func read(_ work: UndeliveredChanges.Work) async -> Bool {
        do throws(StoreError) {
            if work.all {
                let shown = try await reader.state(in: language)
                state.withLock { state in
                    state.changes.finishAll(readAt: shown.revision)
                    state.summary = shown.summary
                    state.told = shown.revision
                    state.ready = [NotificationEvent(revision: shown.revision, change: .all(shown))]
                }
            } else {
                let part = try await reader.excerpt(work.notifications, in: language)
                state.withLock { Self.tell(part, of: work.notifications, in: &$0) }
            }
            return true
        } catch {
            if error.code == .closed { close() } else { reader.logReadError(error) }
            return false
        }
    }

    private static func tell(_ part: NotificationReader.Excerpt, of ids: [DeliveredID], in state: inout State) {
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

/// What a surface must still be told, merged; a value.
///
/// Each note carries the commit that made it, so that what a later reading shows anyway is not told twice.
struct UndeliveredChanges {
    /// How many notifications are told one by one; beyond that everything is told.
    static let limit = 256

    private struct Note {
        var revision: Revision
        var isThere: Bool
        /// A banner is wanted.
        var arrives: Bool
    }

    /// What there is to read.
    struct Work {
        var all: Bool
        var notifications: [DeliveredID]
    }

    private var all: Revision?
    private var summary: Revision?
    private var notes: [DeliveredID: Note] = [:]

    /// Begins with everything to tell, or with nothing.
    init(everythingAt revision: Revision?) { all = revision }

    /// What there is to read; `nil` if nothing is to be told.
    var work: Work? {
        guard all != nil || summary != nil || !notes.isEmpty else { return nil }
        return Work(all: all != nil, notifications: notes.keys.sorted())
    }

    /// Adds what a commit changed.
    ///
    /// - Returns: Whether it concerns surfaces at all.
    mutating func note(_ commit: Commit) -> Bool {
        var concerns = false
        for change in commit.changes {
            switch change {
            case .delivered(let id, _, let arrives):
                let before = notes[id].map { $0.isThere && $0.arrives } ?? false
                notes[id] = Note(revision: commit.revision, isThere: true, arrives: arrives || before)
            case .withdrawn(let id, _):
                notes[id] = Note(revision: commit.revision, isThere: false, arrives: false)
            case .authorization, .categories: all = commit.revision
            case .badge, .responses: break
            default: continue
            }
            summary = commit.revision
            concerns = true
        }
        if notes.count > Self.limit {
            notes = [:]
            all = commit.revision
        }
        return concerns
    }

    /// Wants everything told again.
    mutating func noteAll(_ revision: Revision) { all = revision }

    /// Notes that everything was read; what is to draw attention is still told.
    mutating func finishAll(readAt revision: Revision) {
        if let all, all <= revision { self.all = nil }
        if let summary, summary <= revision { self.summary = nil }
        notes = notes.filter { $0.value.revision > revision || $0.value.arrives }
    }

    /// Notes that notifications and the summary were read.
    ///
    /// - Returns: Of those, the ones that are to draw attention.
    mutating func finish(_ ids: [DeliveredID], readAt revision: Revision) -> Set<DeliveredID> {
        if let summary, summary <= revision { self.summary = nil }
        var arriving: Set<DeliveredID> = []
        for id in ids {
            guard let note = notes[id], note.revision <= revision else { continue }
            if note.arrives { arriving.insert(id) }
            notes[id] = nil
        }
        return arriving
    }
}
