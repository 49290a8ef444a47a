import JSON
package import TodayProtocol

package struct AuditLogPart: Hashable, Sendable, Codable {
    /// The entries, the newest first.
    package var entries: [AuditEntry]
    /// The number of the first entry in the whole log that does not follow from the one before it; `nil` if there is
    /// none, or if the log was not checked.
    package var firstBroken: Int64?

    package init(entries: [AuditEntry], firstBroken: Int64? = nil) {
        self.entries = entries
        self.firstBroken = firstBroken
    }
}

/// Records in the audit log that a backup was made.
package struct RecordBackupRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "backups", body: .empty, defaults: ["file": ""])]

    /// Maximum length of the path of a backup, in bytes.
    package static let pathLimit = 4096

    package var file: String

    package init(of file: String) { self.file = file }

    package func validate() throws(HostError) {
        guard file.hasPrefix("/"), file.utf8.count <= Self.pathLimit else {
            throw HostError(.invalid, "The file of a backup is a path of at most \(Self.pathLimit) bytes.")
        }
    }
}

/// Records in the audit log that a link was made that signs a browser in.
package struct RecordLinkRequest: HostRequest {
    package var page: String

    package init(to page: String) { self.page = page }
}

/// Asks for entries of the audit log.
package struct GetAuditRequest: HostRequest, RoutedRequest {
    package typealias Reply = AuditLogPart

    package static let routes = [Route(.get, "audit", defaults: ["limit": 50], ranges: ["limit": limits])]

    /// The range of ``limit``.
    package static let limits = 1...1000

    package var app: AppID?
    /// Only entries before the one with this number; `nil` for the newest.
    package var before: Int64?
    package var limit: Int
    /// `true` if the whole log is checked.
    package var isChecked: Bool { check == "true" }

    private var check: String?

    package init(of app: AppID? = nil, before: Int64? = nil, limit: Int = 50, isChecked: Bool = false) {
        self.app = app
        self.before = before
        self.limit = limit
        check = isChecked ? "true" : nil
    }
}
