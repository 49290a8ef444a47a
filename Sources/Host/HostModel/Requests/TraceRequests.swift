import FoundationEssentials
package import TodayProtocol

/// Asks for the trace of a notification or a push.
///
/// It is identified by the number of a delivered notification, by the id of a push or of a message, or by the
/// identifier that its app uses; a prefix of an id is enough. Fails with `notFound` if there is none, and with
/// `invalid` if the name is ambiguous.
package struct GetTraceRequest: HostRequest, RoutedRequest {
    package typealias Reply = DeliveryTrace

    package static let routes = [Route(.get, "traces/:id")]

    /// The longest name, in bytes.
    package static let nameLimit = 128

    package var name: String
    /// Only traces of this app; `nil` for all.
    package var app: AppID?

    private enum CodingKeys: String, CodingKey { case name = "id", app }

    package init(_ name: String, of app: AppID? = nil) {
        self.name = name
        self.app = app
    }

    package static func absence(of name: String) -> HostError {
        HostError(.notFound, "There is no trace of \(name.prefix(128)). Traces are kept for 30 days.")
    }

    package func validate() throws(HostError) {
        guard (1...Self.nameLimit).contains(name.utf8.count) else {
            throw HostError(.invalid, "An id of a trace has 1 to \(Self.nameLimit) bytes.")
        }
    }
}

/// Adds a hop to the trace of a notification that a surface shows.
///
/// The reply does not wait for the disk, so that nothing waits for a trace.
package struct AddTraceRequest: HostRequest {
    package var note: TraceNote

    package init(_ hop: TraceHop, of notification: DeliveredID) { note = TraceNote(hop, of: notification) }
}
