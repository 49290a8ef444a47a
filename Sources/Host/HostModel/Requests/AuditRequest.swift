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
package struct RecordBackupRequest: HostRequest {
    /// The path of the backup.
    package var file: String

    package init(of file: String) { self.file = file }
}

/// Records in the audit log that a link was made that signs a browser in.
package struct RecordLinkRequest: HostRequest {
    /// The page that it leads to.
    package var page: String

    package init(to page: String) { self.page = page }
}

/// Asks for entries of the audit log.
package struct GetAuditRequest: HostRequest {
    package typealias Reply = AuditLogPart

    /// The range of ``limit``.
    package static let limits = 1...1000

    /// Only entries that concern this app; `nil` for all.
    package var app: AppID?
    /// Only entries before the one with this number; `nil` for the newest.
    package var before: Int64?
    /// The largest number of entries in the reply.
    package var limit: Int
    /// `true` if the whole log is checked.
    package var isChecked: Bool

    package init(of app: AppID? = nil, before: Int64? = nil, limit: Int = 50, isChecked: Bool = false) {
        self.app = app
        self.before = before
        self.limit = limit
        self.isChecked = isChecked
    }
}
