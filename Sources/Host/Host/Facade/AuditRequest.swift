package import HostStorage
package import TodayProtocol

package struct AuditLogPart: Hashable, Sendable, Codable {
    /// The entries, the newest first.
    package var entries: [AuditEntry]
    /// The number of the first entry that does not follow from the one before it, in the whole log; `nil` if there is none,
    /// or nobody asked.
    package var firstBroken: Int64?

    /// Makes a part.
    package init(entries: [AuditEntry], firstBroken: Int64? = nil) {
        self.entries = entries
        self.firstBroken = firstBroken
    }
}

/// Tells the host that a backup was made, for the audit log.
package struct RecordBackupRequest: HostRequest {
    /// The path of the backup.
    package var file: String

    /// Makes a request.
    package init(of file: String) { self.file = file }

    package func reply(from host: TodayHost) async throws {
        host.components.audit.record(AuditEvent(.backupMade, file))
    }
}

/// Tells the host that a link was made that signs a browser in, for the audit log.
package struct RecordLinkRequest: HostRequest {
    /// The page that it leads to.
    package var page: String

    /// Makes a request.
    package init(to page: String) { self.page = page }

    package func reply(from host: TodayHost) async throws {
        host.components.audit.record(AuditEvent(.linkMade, page))
    }
}

/// Asks for entries of the audit log.
package struct GetAuditRequest: HostRequest {
    /// How many entries may be asked for at once.
    package static let limits = 1...1000

    /// Only entries that concern this app; `nil` for all.
    package var app: AppID?
    /// Only entries before the one with this number; `nil` for the newest.
    package var before: Int64?
    /// How many entries at most.
    package var limit: Int
    /// Whether the whole log is checked.
    package var isChecked: Bool

    /// Makes a request.
    package init(of app: AppID? = nil, before: Int64? = nil, limit: Int = 50, isChecked: Bool = false) {
        self.app = app
        self.before = before
        self.limit = limit
        self.isChecked = isChecked
    }

    package func reply(from host: TodayHost) async throws -> AuditLogPart {
        // A check reads everything, so it must not hold up commits.
        try await host.components.store.durable.search { reader in
            AuditLogPart(
                entries: try reader.auditEntries(of: app, before: before, limit: limit),
                firstBroken: isChecked ? try reader.firstBrokenAuditEntry() : nil
            )
        }
    }
}
