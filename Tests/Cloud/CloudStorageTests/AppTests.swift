import Foundation
import GRDB
import SQLStore
import Synchronization
import Testing
import TodayTestSupport

@testable import CloudStorage

@Suite struct AppTests {
    private final class Flag: Sendable {
        let isUp = Atomic(false)
    }

    @Test func everyAcknowledgementSurvivesPowerLoss() async throws {
        try await withTemporaryDirectory { folder in
            let database = try SQLiteDatabase<CloudStoreError>(
                path: folder + "/cloud.sqlite",
                label: "test",
                migrations: CloudSchema.migrations
            )
            let settings = try await database.durabilitySettings()
            #expect(settings == ["journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"])
            await database.close()
        }
    }

    @Test func anAppHasOneKey() async throws {
        try await withStore { fixture async throws in
            let again = NewApp(name: "org.test.App", key: "key", secret: "other", masterHash: hash("n"))
            try await fixture.store.addApps([again])
            #expect(try await fixture.store.app(key: "key")?.secret == "secret")
            let second = NewApp(name: "org.test.App", key: "key2", secret: "s", masterHash: hash("n"))
            await #expect(throws: CloudStoreError.self) { try await fixture.store.addApps([second]) }
            #expect(try await fixture.store.app(key: "key2") == nil)
        }
    }

    @Test func filesAreTheOwnersAlone() async throws {
        try await withStore(on: [.sqlite]) { fixture async throws in
            for suffix in ["", "-wal"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path + suffix)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
        }
    }

    @Test func aDatabaseOfANewerVersionIsRefused() async throws {
        try await withTemporaryDirectory { folder in
            let path = folder + "/cloud.sqlite"
            await (try CloudStore(path: path)).close()
            let newer = try DatabaseQueue(path: path)
            try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')") }
            try newer.close()
            let error = #expect(throws: CloudStoreError.self) { try CloudStore(path: path) }
            #expect(error?.code == .newerSchema)
        }
    }

    @Test func oneCloudHoldsAFolder() async throws {
        try await withTemporaryDirectory { folder in
            let first = try CloudFolder(path: folder + "/cloud")
            try first.lock()
            let second = try CloudFolder(path: folder + "/cloud")
            let error = #expect(throws: CloudStoreError.self) { try second.lock() }
            #expect(error?.code == .locked)
            first.unlock()
            try second.lock()
            try second.writeKeys(Array("{}".utf8))
            #expect(try second.readKeys() == Array("{}".utf8))
            let attributes = try FileManager.default.attributesOfItem(atPath: second.keysPath)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func anotherProcessesWritesAreNoticed() async throws {
        try await withStore(on: [.sqlite]) { fixture async throws in
            let before = try await fixture.store.externalWriteVersion()
            try await fixture.store.changeNamedUser("own", of: fixture.app)
            #expect(try await fixture.store.externalWriteVersion() == before)
            let other = try CloudStore(path: fixture.path)
            try await other.changeNamedUser("foreign", of: fixture.app)
            await other.close()
            #expect(try await fixture.store.externalWriteVersion() != before)
        }
    }

    /// The queue of writes is never empty.
    @Test(.timeLimit(.minutes(2))) func theyAreNoticedHoweverMuchIsWritten() async throws {
        try await withStore(on: [.sqlite]) { fixture async throws in
            let isDone = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1000 {
                    group.addTask {
                        while !isDone.isUp.load(ordering: .relaxed) {
                            try await fixture.store.changeNamedUser("own", of: fixture.app)
                        }
                    }
                }
                for _ in 0..<3 { _ = try await fixture.store.externalWriteVersion() }
                isDone.isUp.store(true, ordering: .relaxed)
                try await group.waitForAll()
            }
        }
    }

    @Test func aClosedStoreRefuses() async throws {
        try await withTemporaryDirectory { folder in
            let store = try CloudStore(path: folder + "/cloud.sqlite")
            await store.close()
            let error = await #expect(throws: CloudStoreError.self) {
                try await store.changeNamedUser("a", of: AppNumber(1))
            }
            #expect(error?.code == .closed)
        }
    }
}
