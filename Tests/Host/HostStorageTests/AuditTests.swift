import Foundation
import GRDB
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

/// The audit log.
@Suite struct AuditTests {
    private func kinds(_ store: DurableStore, of app: AppID? = nil) async throws -> [AuditEvent.Kind] {
        try await store.read { try $0.auditEntries(of: app, limit: 100).reversed().map(\.kind) }
    }

    private func installation(_ id: String, version: String = "1", rights: Set<String> = []) -> StoreOperation {
        let app = InstalledApp(
            id: AppID(id),
            name: "App \(id)",
            version: version,
            path: "/apps/\(id)",
            manifest: .object([:]),
            installed: Date(timeIntervalSince1970: 0)
        )
        return .app(.install(app, widgets: [], claims: [], rights: rights))
    }

    @Test func whatAPersonAgreesToIsRecordedWithIt() async throws {
        try await withPromises { store async throws in
            try await store.commit(installation("a", rights: ["network", "location"]))
            try await store.commit(installation("a", version: "2"))
            try await store.commit(.right(.revoke("network", app: "a")))
            try await store.commit(.right(.revoke("network", app: "a")))
            try await store.commit(.right(.restore("network", app: "a")))
            try await store.commit(.allowedHost(.allow(try AllowedServer("example.com"), app: "a")))
            try await store.commit(.allowedHost(.disallow(try AllowedServer("example.com"), app: "a")))
            try await store.commit(.app(.uninstall("a", keepsData: false)))
            #expect(
                try await kinds(store, of: "a") == [
                    .appInstalled, .appUpdated, .rightRevoked, .rightRestored, .hostAllowed, .hostDisallowed,
                    .appRemoved,
                ]
            )
            let entries = try await store.read { try $0.auditEntries(limit: 100) }
            #expect(entries.last?.detail == "Version 1, with the rights location, network")
            #expect(entries.last?.appName == "App a")
            #expect(entries.first?.appName == "App a", "the name is known when the app is gone")
        }
    }

    @Test func whatWasRefusedIsNotRecorded() async throws {
        try await withPromises { store async throws in
            _ = await refusal { try await store.commit(.right(.revoke("network", app: "a"))) }
            _ = await refusal { try await store.commit(.app(.uninstall("a", keepsData: false))) }
            #expect(try await kinds(store) == [])
        }
    }

    @Test func sessionsBeginAndEndInTheLog() async throws {
        try await withPromises { store async throws in
            try await store.commit(.session(.begin(tokenHash: "h", browser: "Firefox")))
            try await store.commit(.session(.touch(tokenHash: "h")))
            try await store.commit(.session(.end(tokenHash: "h")))
            try await store.commit(.session(.end(tokenHash: "h")))
            #expect(try await kinds(store) == [.signedIn, .signedOut])
            let entries = try await store.read { try $0.auditEntries(limit: 2) }
            #expect(entries.map(\.detail) == ["Firefox", "Firefox"])
        }
    }

    @Test func aLongDetailIsCutOff() async throws {
        try await withPromises { store async throws in
            try await store.commit(.audit(AuditEvent(.callDenied, String(repeating: "é", count: 1000))))
            let entries = try await store.read { try $0.auditEntries(limit: 1) }
            #expect(entries.first?.detail.utf8.count == AuditEvent.detailBytes)
        }
    }

    @Test func theNewestEntriesAreKept() async throws {
        try await withPromises { store async throws in
            let event = StoreOperation.audit(AuditEvent(.callDenied, "x"))
            for _ in 0..<21 {
                try await store.commit(StoreTransaction(Array(repeating: event, count: 500), origin: .host))
            }
            let entries = try await store.read { try $0.auditEntries(limit: 20_000) }
            #expect(entries.count == AuditTable.limit)
            #expect(entries.first?.number == 10_500)
            #expect(entries.last?.number == 501)
            #expect(try await store.read { try $0.firstBrokenAuditEntry() } == nil)
        }
    }

    @Test(arguments: [
        ("UPDATE audit SET detail = 'y' WHERE number = 3", 3), ("UPDATE audit SET date = date + 1 WHERE number = 3", 3),
        ("UPDATE audit SET appID = 'b', appName = '' WHERE number = 3", 3), ("DELETE FROM audit WHERE number = 3", 4),
        ("DELETE FROM audit WHERE number < 3", 3), ("UPDATE audit SET kind = 'unknown' WHERE number = 3", 3),
        ("UPDATE audit SET number = number + 1 WHERE number = 5", 6),
    ])
    func aChangedEntryIsNoticed(change: String, number: Int64) async throws {
        try await withFolder { folder in
            let path = "\(folder)/promises.sqlite"
            let store = try DurableStore(path: path, logger: .silent)
            for _ in 0..<5 { try await store.commit(.audit(AuditEvent(.callDenied, app: "a", "x"))) }
            #expect(try await store.read { try $0.firstBrokenAuditEntry() } == nil)
            await store.close()
            try await DatabaseQueue(path: path).write { try $0.execute(sql: change) }
            let again = try DurableStore(path: path, logger: .silent)
            #expect(try await again.read { try $0.firstBrokenAuditEntry() } == number)
            await again.close()
        }
    }
}
