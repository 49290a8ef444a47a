import Foundation
import Host
package import HostModel
import JSON
package import TodayProtocol

extension Samples {
    /// An action in the outbox; a failed one has a reason with markup in it.
    package static func queued(_ number: Int64, _ state: PendingAction.State) -> OutboxEntry {
        OutboxEntry(
            number: number,
            app: AppID("com.example.weather"),
            appTitle: "Weather <1>",
            group: GroupID("group.com.example.weather"),
            id: ActionID("a\(number)"),
            payload: ["set": .integer(Int(number))],
            enqueued: now.addingTimeInterval(-300),
            state: state,
            attempts: state == .failed ? 8 : state == .retrying ? 2 : 0,
            nextAttempt: state == .retrying ? now.addingTimeInterval(60) : nil,
            error: state == .failed || state == .retrying ? "It <b>failed</b>." : nil
        )
    }
}
