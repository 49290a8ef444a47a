import Foundation
package import HostModel
import HostStorage
import TodayProtocol

extension Samples {
    /// An entry of each kind, the newest first.
    package static let auditEntries: [AuditEntry] = AuditEvent.Kind.allCases.enumerated().reversed().map {
        index,
        kind in
        AuditEntry(
            number: Int64(index + 1),
            date: now.addingTimeInterval(Double(index) * -60),
            kind: kind,
            app: index % 2 == 0 ? AppID("com.example.weather") : nil,
            appName: index % 2 == 0 ? "Weather" : nil,
            detail: "",
            hash: String(repeating: "0", count: 64)
        )
    }
}
