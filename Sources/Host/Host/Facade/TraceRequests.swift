import FoundationEssentials
import HostClock
package import HostStorage
package import Notifications
package import TodayProtocol

/// Asks for the trace of a notification or a push.
///
/// It is identified by the number of a delivered notification, by the id of a push or of a message, or by the
/// identifier that its app uses; a prefix of an id is enough. Fails with `notFound` if there is none, and with
/// `invalid` if the name is ambiguous.
package struct GetTraceRequest: HostRequest {
    /// The longest name, in bytes.
    package static let nameLimit = 128

    /// The name.
    package var name: String
    /// Only traces of this app; `nil` for all.
    package var app: AppID?

    package init(_ name: String, of app: AppID? = nil) {
        self.name = name
        self.app = app
    }

    package func reply(from host: TodayHost) async throws -> DeliveryTrace {
        let oldest = host.components.clock.now.addingTimeInterval(-TraceTable.lifetime)
        let takesPrefix = IDPrefix.isUsable(name)
        // The prefix is compared with the id of every hop, so the search must not hold up commits.
        let store = host.components.store.durable
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

    private static func absence(of name: String) -> HostError {
        HostError(.notFound, "There is no trace of \(name.prefix(128)). Traces are kept for 30 days.")
    }
}

/// Adds a hop to the trace of a notification that a surface shows.
///
/// The reply does not wait for the disk, so that nothing waits for a trace.
package struct AddTraceRequest: HostRequest {
    /// The hop.
    package var note: TraceNote

    package init(_ hop: TraceHop, of notification: DeliveredID) { note = TraceNote(hop, of: notification) }

    package func reply(from host: TodayHost) async throws {
        // A trace is for people who look for a fault: without one, the notification is still shown.
        host.components.store.durable.enqueue(StoreTransaction([.trace(note)], origin: .host)) { _ in }
    }
}

extension SurfaceID {
    /// The prefix of the name of a browser's surface, before the hash of the token of its session.
    package static let browserPrefix = "web."
    /// The Linux desktop.
    package static let desktop = SurfaceID("desktop")

    /// The surface as traces name it.
    var traced: TraceSurface {
        if self == .desktop { return .desktop }
        guard name.hasPrefix(Self.browserPrefix) else { return .terminal }
        return .browser(session: String(name.dropFirst(Self.browserPrefix.count)))
    }
}
