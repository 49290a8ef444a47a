import HostStorage
import Synchronization

/// Who waits for an app's acknowledgement of a response, and the languages of those who gave one; by the response's id.
final class ResponseTracker: Sendable {
    /// How a response ended.
    enum Ending: Sendable {
        /// The app acknowledged it, and may have opened an address.
        case acknowledged(open: String?)
        /// The app was asked as often as it is.
        case failed(reason: String)
        /// The store does not take in how it ended; that is tried again.
        case postponed(StoreError)
        /// The host stops first; the app is asked when it is back.
        case stopping
    }

    private struct Entry {
        var language: String
        var isAwaited: Bool
        var ending: Ending?
        var waiter: CheckedContinuation<Ending, Never>?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Notes a response that is about to be recorded.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - language: The language of whoever gave it.
    ///   - isAwaited: Whether ``ending(of:)`` will be called.
    func expect(_ id: String, language: String, isAwaited: Bool) {
        state.withLock { $0.entries[id] = Entry(language: language, isAwaited: isAwaited) }
    }

    /// Forgets a response that was not recorded.
    func forget(_ id: String) { state.withLock { $0.entries[id] = nil } }

    /// The language of whoever gave a response; none if that was an earlier run of the host.
    func language(of id: String) -> String? { state.withLock { $0.entries[id]?.language } }

    /// Waits for the end of an awaited response.
    func ending(of id: String) async -> Ending {
        await withCheckedContinuation { waiter in
            let ending: Ending? = state.withLock { state in
                if let ending = state.entries[id]?.ending {
                    state.entries[id] = nil
                    return ending
                }
                guard !state.isClosed, state.entries[id] != nil else { return .stopping }
                state.entries[id]?.waiter = waiter
                return nil
            }
            if let ending { waiter.resume(returning: ending) }
        }
    }

    /// Ends a response.
    func finish(_ id: String, _ ending: Ending) {
        let waiter = state.withLock { state -> CheckedContinuation<Ending, Never>? in
            guard let entry = state.entries[id] else { return nil }
            if entry.isAwaited, entry.waiter == nil {
                state.entries[id]?.ending = ending
            } else {
                state.entries[id] = nil
            }
            return entry.waiter
        }
        waiter?.resume(returning: ending)
    }

    /// Lets everyone go who waits.
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
