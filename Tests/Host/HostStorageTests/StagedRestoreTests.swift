import Foundation
import HostStorage
import Testing
import TodayTestSupport

/// A backup that waits takes the place of what is there, whenever a restore is interrupted.
@Suite struct StagedRestoreTests {
    private static let now = Date(timeIntervalSince1970: 1_795_248_000)

    /// Makes files whose content is their own name after a word.
    private func write(_ names: [String], _ word: String, in folder: String) throws {
        for name in names {
            let file = URL(filePath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("\(word) \(name)".utf8).write(to: file)
        }
    }

    private func read(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Makes a state folder in which a backup waits.
    private func stage(
        in folder: String,
        restored: [String] = ["promises.sqlite", "groups/g/f"]
    ) throws -> StagedRestore {
        try write(
            [
                "promises.sqlite", "promises.sqlite-wal", "caches.sqlite", "groups/g/old", "config.json", "today.log",
                "reserve",
            ],
            "former",
            in: folder
        )
        try write(restored, "restored", in: "\(folder)/unpacked")
        let restore = StagedRestore(folder: folder)
        try restore.stage("\(folder)/unpacked")
        return restore
    }

    /// Checks that a folder has what was restored and nothing else that was the person's.
    private func expectRestored(_ folder: String, former: String?) throws {
        #expect(read("\(folder)/promises.sqlite") == "restored promises.sqlite")
        #expect(read("\(folder)/groups/g/f") == "restored groups/g/f")
        #expect(read("\(folder)/groups/g/old") == nil)
        #expect(read("\(folder)/promises.sqlite-wal") == nil, "the log of another database would damage this one")
        #expect(read("\(folder)/caches.sqlite") == nil)
        #expect(read("\(folder)/config.json") == "former config.json")
        #expect(read("\(folder)/today.log") == "former today.log")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/.restore"))
        let former = try #require(former)
        #expect(read("\(former)/promises.sqlite") == "former promises.sqlite")
        #expect(read("\(former)/promises.sqlite-wal") == "former promises.sqlite-wal")
        #expect(read("\(former)/groups/g/old") == "former groups/g/old")
    }

    @Test func whatWaitsTakesThePlaceOfWhatIsThere() async throws {
        try await withFolder { folder in
            let restore = try stage(in: folder)
            #expect(restore.isWaiting)
            #expect(read("\(folder)/promises.sqlite") == "former promises.sqlite")
            let former = try restore.complete(now: Self.now)
            #expect(former == "\(folder)/before-restore-2026-11-21T080000Z")
            try expectRestored(folder, former: former)
            #expect(!restore.isWaiting)
            #expect(try restore.complete(now: Self.now) == nil)
            #expect(try restore.formerContents == [former])
        }
    }

    @Test func aConfigurationInTheBackupReplacesTheOneThatIsThere() async throws {
        try await withFolder { folder in
            let restore = try stage(in: folder, restored: ["promises.sqlite", "config.json"])
            let former = try #require(try restore.complete(now: Self.now))
            #expect(read("\(folder)/config.json") == "restored config.json")
            #expect(read("\(former)/config.json") == "former config.json")
        }
    }

    @Test func theDatabaseAloneIsReplaced() async throws {
        try await withFolder { folder in
            try write(
                ["promises.sqlite", "promises.sqlite-wal", "caches.sqlite", "groups/g/old"],
                "former",
                in: folder
            )
            try write(["promises.sqlite"], "restored", in: "\(folder)/unpacked")
            let restore = StagedRestore(folder: folder)
            try restore.stage("\(folder)/unpacked", replacing: .database)
            let former = try #require(try restore.complete(now: Self.now))
            #expect(read("\(folder)/promises.sqlite") == "restored promises.sqlite")
            #expect(read("\(folder)/groups/g/old") == "former groups/g/old")
            #expect(try FileManager.default.contentsOfDirectory(atPath: former).count == 3)
            #expect(!restore.isWaiting)
        }
    }

    @Test(arguments: 0...5)
    func aRestoreThatWasInterruptedGoesOn(moves: Int) async throws {
        try await withFolder { folder in
            let restore = try stage(in: folder)
            let files = FileManager.default
            // What a restore moves, one after the other, until it is interrupted.
            let former = "\(folder)/before-restore-x"
            let steps = [
                ("\(folder)/promises.sqlite", "\(folder)/.restore/previous/promises.sqlite"),
                ("\(folder)/groups", "\(folder)/.restore/previous/groups"),
                ("\(folder)/promises.sqlite-wal", "\(folder)/.restore/previous/promises.sqlite-wal"),
                ("\(folder)/caches.sqlite", "\(folder)/.restore/previous/caches.sqlite"),
                ("\(folder)/.restore/previous", former),
                ("\(folder)/.restore/content/promises.sqlite", "\(folder)/promises.sqlite"),
            ]
            for (from, to) in steps[..<(moves + 1)] { try files.moveItem(atPath: from, toPath: to) }
            let named = try restore.complete(now: Self.now)
            #expect((named == nil) == (moves >= 4))
            try expectRestored(folder, former: named ?? former)
        }
    }

    @Test func nothingIsRestoredWhileAHostRuns() async throws {
        try await withFolder { folder in
            let store = try HostStore(folder: folder, logger: .silent)
            try write(["promises.sqlite"], "restored", in: "\(folder)/unpacked")
            let restore = StagedRestore(folder: folder)
            try restore.stage("\(folder)/unpacked")
            let error = #expect(throws: StoreError.self) { try restore.complete() }
            #expect(error?.code == .locked)
            #expect(restore.isWaiting)
            await store.close()
        }
    }

    @Test func anotherRestoreDoesNotReplaceTheOneThatWaits() async throws {
        try await withFolder { folder in
            let restore = try stage(in: folder)
            try write(["promises.sqlite"], "second", in: "\(folder)/second")
            let error = #expect(throws: StoreError.self) { try restore.stage("\(folder)/second") }
            #expect(error?.code == .unavailable)
            try expectRestored(folder, former: try restore.complete(now: Self.now))
        }
    }

    @Test func aHostBeginsWithWhatWaits() async throws {
        try await withFolder { folder in
            let other = try HostStore(folder: "\(folder)/other", logger: .silent)
            let epoch = other.durable.epoch
            await other.close()
            await (try HostStore(folder: "\(folder)/state", logger: .silent)).close()
            try FileManager.default.createDirectory(
                atPath: "\(folder)/state/unpacked",
                withIntermediateDirectories: false
            )
            try DatabaseCopy.make(of: "\(folder)/other/promises.sqlite", at: "\(folder)/state/unpacked/promises.sqlite")
            try StagedRestore(folder: "\(folder)/state").stage("\(folder)/state/unpacked")
            let store = try HostStore(folder: "\(folder)/state", logger: .silent)
            #expect(store.durable.epoch == epoch)
            await store.close()
        }
    }
}

/// The copies that a host makes each day.
@Suite struct DailyCopiesTests {
    private static let start = Date(timeIntervalSince1970: 1_795_248_000)

    @Test func theLastThreeDaysAreKept() async throws {
        try await withFolder { folder in
            let store = try HostStore(folder: folder, logger: .silent)
            let copies = DailyCopies(folder: folder)
            #expect(copies.all == [])
            for day in [0, 0, 1, 2, 5] { try await copies.make(now: Self.start + Double(day) * 86_400) }
            #expect(copies.all.map(\.date) == ["2026-11-26", "2026-11-23", "2026-11-22"])
            for copy in copies.all { #expect(DatabaseCheck.problem(at: copy.path) == nil) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/copies").count == 3)
            await store.close()
        }
    }

    @Test func theCopyOfADayIsRenewedOnlyOnRequest() async throws {
        try await withFolder { folder in
            let store = try HostStore(folder: folder, logger: .silent)
            let copies = DailyCopies(folder: folder)
            func value() async throws -> String? {
                let copy = try DurableStore(path: try #require(copies.all.first).path, logger: .silent)
                let value = try await copy.read { try $0.setting("k") }
                await copy.close()
                return value
            }
            try await copies.make(now: Self.start)
            try await store.durable.commit(.setting(.set(key: "k", value: "v")))
            try await copies.make(now: Self.start)
            #expect(try await value() == nil)
            try await copies.make(now: Self.start, isRenewed: true)
            #expect(try await value() == "v")
            await store.close()
        }
    }

    @Test func aDamagedDatabaseLeavesTheCopiesAsTheyAre() async throws {
        try await withFolder { folder in
            await (try HostStore(folder: folder, logger: .silent)).close()
            let copies = DailyCopies(folder: folder)
            try await copies.make(now: Self.start)
            let before = copies.all
            try Data(repeating: 7, count: 10_000).write(to: URL(filePath: "\(folder)/promises.sqlite"))
            await #expect(throws: StoreError.self) { try await copies.make(now: Self.start + 86_400) }
            #expect(copies.all == before)
        }
    }
}

/// Copies of databases.
@Suite struct DatabaseCopyTests {
    @Test func aDatabaseInUseIsCopiedAsItIs() async throws {
        try await withFolder { folder in
            let store = try HostStore(folder: "\(folder)/state", logger: .silent)
            try await store.durable.commit(.setting(.set(key: "k", value: "v")))
            let copy = "\(folder)/copy.sqlite"
            try DatabaseCopy.make(of: "\(folder)/state/promises.sqlite", at: copy)
            #expect(DatabaseCheck.problem(at: copy) == nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: copy)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            await store.close()
            let opened = try DurableStore(path: copy, logger: .silent)
            #expect(try await opened.read { try $0.setting("k") } == "v")
            await opened.close()
        }
    }

    @Test func aDamagedDatabaseHasNoCopy() async throws {
        try await withFolder { folder in
            try Data(repeating: 7, count: 10_000).write(to: URL(filePath: "\(folder)/damaged"))
            #expect(throws: StoreError.self) { try DatabaseCopy.make(of: "\(folder)/damaged", at: "\(folder)/copy") }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/copy"))
        }
    }
}
