import HostModel
import HostStorage
import TodayProtocol

extension RecordBackupRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        host.services.audit.record(AuditEvent(.backupMade, file))
    }
}

extension RecordLinkRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        host.services.audit.record(AuditEvent(.linkMade, page))
    }
}

extension GetAuditRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> AuditLogPart {
        // A check reads everything, so it must not hold up commits.
        try await host.store.search { reader in
            AuditLogPart(
                entries: try reader.auditEntries(of: app, before: before, limit: limit),
                firstBroken: isChecked ? try reader.firstBrokenAuditEntry() : nil
            )
        }
    }
}
