import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import Synchronization

final class AuditRecorder: Sendable {
    static let interval = 3600.0

    private struct Subject: Hashable {
        var kind: AuditEvent.Kind
        var name: String
    }

    private let store: DurableStore
    private let clock: any WallClock
    private let logger: Logger
    private let recorded = Mutex<[Subject: Date]>([:])

    init(store: DurableStore, clock: any WallClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Records an event unless one of its kind about the same subject was recorded within ``interval``.
    ///
    /// Each process may have only few subjects, since they are kept for an hour.
    func record(_ event: AuditEvent, about name: String) {
        let now = clock.now
        let isNew = recorded.withLock { recorded in
            recorded = recorded.filter { (0..<Self.interval).contains(now.timeIntervalSince($0.value)) }
            return recorded.updateValue(now, forKey: Subject(kind: event.kind, name: name)) == nil
        }
        if isNew { record(event) }
    }

    /// Records an event each time, such as an action of a tool of the person; returns at once.
    func record(_ event: AuditEvent) {
        store.enqueue(StoreTransaction([.audit(event)], origin: .host)) { [logger] result in
            guard case .failure(let error) = result else { return }
            logger.error("An entry of the audit log cannot be stored", metadata: ["error": "\(error)"])
        }
    }
}
