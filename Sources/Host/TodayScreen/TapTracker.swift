package import HostModel
package import HostStorage
package import JSON
import Synchronization
package import TodayProtocol

/// Tracks the taps of all surfaces; each tap is on disk before it is performed, and is performed once however often it
/// is sent.
package final class TapTracker: Sendable {
    private struct Entry {
        var request: PerformTapRequest
        var waiters: [CheckedContinuation<TapOutcome?, Never>] = []
    }

    private let store: DurableStore
    private struct State {
        var entries: [TapID: Entry] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    package init(store: DurableStore) { self.store = store }

    /// Records a tap, waits until it has been performed, and returns its outcome; its effects are then on disk.
    ///
    /// A tap that was sent before is not performed again; its outcome is returned once it has ended. Cancelling the
    /// caller does not stop the tap. `start` queues it: called once the tap is on disk, unless it was queued before.
    ///
    /// - Throws: ``StoreError`` if the tap could not be recorded, with code `closed` if the host stops first: the tap
    ///   is then performed after the host's next start.
    package func perform(
        _ tap: Tap,
        target: TapTarget,
        viewer: Viewer,
        start: @Sendable () -> Void
    ) async throws(StoreError) -> TapOutcome {
        let request = PerformTapRequest(tap, viewer: viewer)
        let json: JSONValue
        do { json = try JSONValue(encoding: request) } catch {
            throw StoreError(.invalid, "The tap \(tap.id) cannot be written down.", cause: error)
        }
        let record = StoreOperation.tap(.record(tap.id, target: target, payload: json))
        let receipt = try await store.commit(record, origin: .person)
        if case .known(let known)? = receipt.outcomes.first {
            if let outcome = Self.outcome(known.state) { return outcome }
        }
        let outcome = await withCheckedContinuation { waiter in
            let isNew: Bool? = state.withLock { state in
                guard !state.isClosed else { return nil }
                let isNew = state.entries[tap.id] == nil
                state.entries[tap.id, default: Entry(request: request)].waiters.append(waiter)
                return isNew
            }
            switch isNew {
            case true?: start()
            case false?: break
            case nil: waiter.resume(returning: nil)
            }
        }
        guard let outcome else {
            throw StoreError(.closed, .stoppingPerformsTapLater)
        }
        return outcome
    }

    /// Resumes an unfinished tap of an earlier run from its stored request; `nil` if it was already resumed or the
    /// request cannot be decoded.
    package func resume(_ id: TapID, payload: JSONValue) -> Tap? {
        guard let request = try? payload.decode(PerformTapRequest.self) else { return nil }
        return state.withLock { state in
            guard state.entries[id] == nil else { return nil }
            state.entries[id] = Entry(request: request)
            return request.tap
        }
    }

    package func tap(_ id: TapID) -> (Tap, Viewer)? {
        state.withLock { $0.entries[id].map { ($0.request.tap, $0.request.viewer) } }
    }

    /// Ends a tap and resumes every caller that waits for it; the outcome is on disk, or `nil` if the host stops first.
    package func finish(_ id: TapID, _ outcome: TapOutcome?) {
        let waiters = state.withLock { $0.entries.removeValue(forKey: id)?.waiters ?? [] }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    /// Ends all present and future waits with the error that the host stops; the taps are performed after its next
    /// start.
    package func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            let waiters = state.entries.values.flatMap(\.waiters)
            for id in state.entries.keys { state.entries[id]?.waiters = [] }
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }

    private static func outcome(_ state: TapState) -> TapOutcome? {
        switch state {
        case .pending: nil
        case .done(let result), .failed(let result):
            (try? TapOutcome(stored: result.outcome)) ?? .failed(reason: .tapResultUnreadable)
        }
    }
}
