package import HostStorage
package import JSON
import Synchronization
package import TodayProtocol

/// The taps of all surfaces: each is on disk before it is performed, and performed once however often it is sent.
package final class TapTracker: Sendable {
    /// What of a tap is kept on disk, beside its target.
    private struct Payload: Codable {
        var tap: Tap
        var viewer: Viewer
    }

    private struct Entry {
        var payload: Payload
        var waiters: [CheckedContinuation<TapOutcome?, Never>] = []
    }

    private let store: DurableStore
    private let entries = Mutex<[TapID: Entry]>([:])

    /// Makes a desk over a store.
    package init(store: DurableStore) { self.store = store }

    /// Records a tap, has it performed, and returns how it ended.
    ///
    /// A tap that was sent before is not performed again: its outcome is the same, now or when it ends. If the caller
    /// goes away the tap goes on.
    ///
    /// - Parameters:
    ///   - tap: The tap.
    ///   - target: Whose process performs it.
    ///   - viewer: Who tapped.
    ///   - start: Queues the tap; called once it is on disk, unless it was queued before.
    /// - Returns: How it ended; its effects are on disk.
    /// - Throws: ``StoreError`` if it could not be recorded, and `closed` if the host stops first: the tap is then
    ///   performed when the host is back.
    package func perform(
        _ tap: Tap,
        target: TapTarget,
        viewer: Viewer,
        start: @Sendable () -> Void
    ) async throws(StoreError) -> TapOutcome {
        let payload = Payload(tap: tap, viewer: viewer)
        let json: JSONValue
        do { json = try JSONValue(encoding: payload) } catch {
            throw StoreError(.invalid, "The tap \(tap.id) cannot be written down.", cause: error)
        }
        let record = StoreOperation.tap(.record(tap.id, target: target, payload: json))
        let receipt = try await store.commit(record, origin: .person)
        if case .known(let known)? = receipt.outcomes.first {
            if let outcome = Self.outcome(known.state) { return outcome }
        }
        let outcome = await withCheckedContinuation { waiter in
            let isNew = entries.withLock { entries in
                let isNew = entries[tap.id] == nil
                entries[tap.id, default: Entry(payload: payload)].waiters.append(waiter)
                return isNew
            }
            if isNew { start() }
        }
        guard let outcome else { throw StoreError(.closed, "Today is stopping; the tap is done when it is back.") }
        return outcome
    }

    /// Takes up a tap of an earlier run that was not answered.
    ///
    /// - Parameters:
    ///   - id: The tap's id.
    ///   - payload: What was kept of it.
    /// - Returns: The tap; `nil` if it was taken up already, or if what was kept cannot be read.
    package func resume(_ id: TapID, payload: JSONValue) -> Tap? {
        guard let payload = try? payload.decode(Payload.self) else { return nil }
        return entries.withLock { entries in
            guard entries[id] == nil else { return nil }
            entries[id] = Entry(payload: payload)
            return payload.tap
        }
    }

    /// A tap that is not finished, with who tapped.
    package func tap(_ id: TapID) -> (Tap, Viewer)? {
        entries.withLock { $0[id].map { ($0.payload.tap, $0.payload.viewer) } }
    }

    /// Ends a tap for everybody who waits for it.
    ///
    /// - Parameters:
    ///   - id: The tap's id.
    ///   - outcome: How it ended, which is on disk; none if the host stops before the end.
    package func finish(_ id: TapID, _ outcome: TapOutcome?) {
        let waiters = entries.withLock { $0.removeValue(forKey: id)?.waiters ?? [] }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    private static func outcome(_ state: TapState) -> TapOutcome? {
        switch state {
        case .pending: nil
        case .done(let result), .failed(let result):
            (try? result.outcome.decode()) ?? .failed(reason: "How the tap ended cannot be read.")
        }
    }
}
