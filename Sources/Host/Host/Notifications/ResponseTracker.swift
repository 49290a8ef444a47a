import HostStorage
import Synchronization
import TodayProtocol

/// Tracks which surfaces wait for an app's acknowledgement of a response, and the languages of the responses, by id.
final class ResponseTracker: Sendable {
    enum Outcome: Sendable {
        /// The app acknowledged it, and may have opened an address.
        case acknowledged(open: String?, opening: OpeningID?)
        /// Every attempt failed.
        case failed(reason: LocalizableText)
        /// The store failed; the delivery or its completion is tried again.
        case postponed(StoreError)
        /// The host stops first; the response is delivered after its restart.
        case stopping
    }

    private struct Entry {
        var language: String
        var isAwaited: Bool
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Adds a response that is about to be recorded; for an awaited one, ``outcome(of:)`` must be called.
    func expect(_ id: String, language: String, isAwaited: Bool) {
        state.withLock { $0.entries[id] = Entry(language: language, isAwaited: isAwaited) }
    }

    func forget(_ id: String) { state.withLock { $0.entries[id] = nil } }

    /// Returns the language of the surface that gave a response; `nil` if an earlier run of the host recorded it.
    func language(of id: String) -> String? { state.withLock { $0.entries[id]?.language } }

    func outcome(of id: String) async -> Outcome {
        await withCheckedContinuation { waiter in
            let outcome: Outcome? = state.withLock { state in
                if let outcome = state.entries[id]?.outcome {
                    state.entries[id] = nil
                    return outcome
                }
                guard !state.isClosed, state.entries[id] != nil else { return .stopping }
                state.entries[id]?.waiter = waiter
                return nil
            }
            if let outcome { waiter.resume(returning: outcome) }
        }
    }

    func finish(_ id: String, _ outcome: Outcome) {
        let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard let entry = state.entries[id] else { return nil }
            if entry.isAwaited, entry.waiter == nil {
                state.entries[id]?.outcome = outcome
            } else {
                state.entries[id] = nil
            }
            return entry.waiter
        }
        waiter?.resume(returning: outcome)
    }

    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            let waiters = state.entries.values.compactMap(\.waiter)
            state.entries = state.entries.filter { $0.value.waiter == nil }
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: .stopping) }
    }
}
