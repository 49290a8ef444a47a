import FoundationEssentials
import HostClock
package import HostModel
import HostStorage
import TodayProtocol

extension GetTraceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> DeliveryTrace {
        let oldest = host.clock.now.addingTimeInterval(-TraceTable.lifetime)
        let takesPrefix = IDPrefix.isUsable(name)
        // The prefix is compared with the id of every hop, so the search must not hold up commits.
        let store = host.store
        let found = try await store.search { try $0.traces(named: name, of: app, takesPrefix: takesPrefix) }
        _ = try IDPrefix.only(of: Set(found.map(\.id)).sorted(), beginning: name)
        let apps = Set(found.map(\.app.rawValue)).sorted()
        guard apps.count < 2 else {
            throw HostError(
                .invalid,
                "Several apps use \(name.prefix(128)); name one of them: \(apps.joined(separator: ", "))."
            )
        }
        guard let reference = found.last else { throw Self.absence(of: name) }
        let trace = try await store.search { try $0.trace(reference, since: oldest) }
        guard !trace.events.isEmpty else { throw Self.absence(of: name) }
        return trace
    }
}

extension AddTraceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        // A trace is for people who look for a fault: without one, the notification is still shown.
        host.store.enqueue(StoreTransaction([.trace(note)], origin: .host)) { _ in }
    }
}
