import Foundation
import GRDB
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@Suite struct CacheStoreTests {
    private func snapshot(_ stamp: Int64, _ content: JSONValue, language: String = "en") -> StoredSnapshot {
        StoredSnapshot(
            widget: "w",
            language: language,
            content: content,
            stamp: Revision(stamp),
            made: Date(timeIntervalSince1970: 1_800_000_000.25)
        )
    }

    @Test func contentNeverReplacesContentWithALaterStamp() async throws {
        try await withCaches { store async throws in
            #expect(try await store.put(snapshot(5, "five")))
            #expect(try await !store.put(snapshot(4, "four")))
            #expect(try await store.allSnapshots() == [snapshot(5, "five")])
            #expect(try await store.put(snapshot(5, "five again")))
            #expect(try await store.put(snapshot(6, "six")))
            #expect(try await store.allSnapshots().map(\.content) == ["six"])
        }
    }

    @Test func eachLanguageHasItsOwnSnapshot() async throws {
        try await withCaches { store async throws in
            #expect(try await store.put(snapshot(5, "five")))
            #expect(try await store.put(snapshot(1, "eins", language: "de")))
            #expect(try await store.allSnapshots().map(\.content) == ["eins", "five"])
            try await store.forget("w")
            #expect(try await store.allSnapshots() == [])
        }
    }

    @Test func unseenUpdatesAreReplacedAndForgotten() async throws {
        try await withCaches { store async throws in
            let last = Date(timeIntervalSince1970: 1_800_000_000.25)
            var updates = StoredUnseenUpdates(widget: "w", day: "2027-01-15", used: 1, last: last)
            store.record(updates)
            updates.used = 2
            store.record(updates)
            let none = StoredUnseenUpdates(widget: "v", day: "", used: 0, last: nil)
            store.record(none)
            #expect(try await store.allUnseenUpdates() == [none, updates])
            try await store.forget("w")
            #expect(try await store.allUnseenUpdates() == [none])
            #expect(try await store.usage() == nil)
            store.recordUsage(["a": 1])
            store.recordUsage(["a": 2])
            #expect(try await store.usage() == ["a": 2])
        }
    }

    @Test func aSnapshotHasALimit() async throws {
        try await withCaches { store async throws in
            let content = JSONValue.string(String(repeating: "x", count: 1024 * 1024))
            #expect(await refusal { _ = try await store.put(snapshot(1, content)) } == .limitExceeded)
        }
    }

    @Test func theLedgerKeepsTheLastUpdatesOfEachWidget() async throws {
        try await withCaches { store async throws in
            for number in 1...205 {
                try await store.append(entry(number), of: "w")
                if number <= 3 { try await store.append(entry(number), of: "other") }
            }
            let ledger = try await store.ledger(of: "w")
            #expect(ledger.count == 200)
            #expect(ledger.first == entry(205))
            #expect(ledger.last == entry(6))
            #expect(try await store.ledger(of: "w", limit: 2).map(\.milliseconds) == [205, 204])
            #expect(try await store.ledger(of: "other").count == 3)
        }
    }

    private func entry(_ number: Int) -> LedgerEntry {
        LedgerEntry(
            date: Date(timeIntervalSince1970: 1_800_000_000 + Double(number)),
            reasons: [.opened, .groupChanged],
            outcome: .failed,
            milliseconds: Double(number),
            peakMemory: number == 205 ? nil : 1 << 20,
            message: number == 6 ? nil : "no network",
            language: number == 205 ? "en" : nil
        )
    }

    @Test func responsesComeBackAsTheyWere() async throws {
        try await withCaches { store async throws in
            let response = CachedResponse(
                status: 200,
                headers: [.init(name: "etag", value: "\"a\""), .init(name: "x", value: "y")],
                body: [0, 1, 255],
                fetched: Date(timeIntervalSince1970: 1_800_000_000),
                expires: nil
            )
            try await store.put(response, for: "GET https://example.com/")
            #expect(try await store.response(for: "GET https://example.com/") == response)
            #expect(try await store.response(for: "GET https://example.com") == nil)
            var newer = response
            newer.expires = Date(timeIntervalSince1970: 1_900_000_000)
            try await store.put(newer, for: "GET https://example.com/")
            #expect(try await store.response(for: "GET https://example.com/") == newer)
            try await store.removeResponse(for: "GET https://example.com/")
            #expect(try await store.response(for: "GET https://example.com/") == nil)
        }
    }

    @Test func theResponsesNotUsedForLongestMakeRoom() async throws {
        let date = SettableDate()
        try await withCaches(now: { date.value }) { store async throws in
            let response = CachedResponse(
                status: 200,
                headers: [],
                body: [UInt8](repeating: 7, count: 2 * 1024 * 1024 - 1024),
                fetched: date.value,
                expires: nil
            )
            for number in 0..<16 {
                date.advance(by: 1)
                try await store.put(response, for: "\(number)")
            }
            date.advance(by: 1)
            #expect(try await store.response(for: "0") != nil)
            date.advance(by: 1)
            try await store.put(response, for: "new")
            #expect(try await store.response(for: "0") != nil)
            #expect(try await store.response(for: "1") == nil)
            #expect(try await store.response(for: "2") != nil)
            #expect(try await store.responseSize() <= CacheStore.responseBytes)
        }
    }

    @Test func aResponseThatIsTooLargeIsNotKept() async throws {
        try await withCaches { store async throws in
            var response = CachedResponse(
                status: 200,
                headers: [],
                body: [1],
                fetched: Date(timeIntervalSince1970: 0),
                expires: nil
            )
            try await store.put(response, for: "k")
            response.body = [UInt8](repeating: 0, count: CacheStore.largestResponse)
            try await store.put(response, for: "k")
            #expect(try await store.response(for: "k") == nil)
        }
    }

    @Test(arguments: ["not a database at all", ""]) func aDamagedFileIsMadeAnew(content: String) async throws {
        try await withFolder { folder in
            let path = folder + "/caches.sqlite"
            let bytes = Data(String(repeating: content, count: 500).utf8)
            try bytes.write(to: URL(fileURLWithPath: path))
            let store = try CacheStore(path: path, epoch: "e", logger: .silent)
            #expect(try await store.put(snapshot(1, "one")))
            #expect(try await store.allSnapshots().count == 1)
            await store.close()
        }
    }

    @Test func cachesSurviveARestartOnlyWithTheirPromises() async throws {
        try await withFolder { folder in
            let path = folder + "/caches.sqlite"
            var store = try CacheStore(path: path, epoch: "one", logger: .silent)
            #expect(try await store.put(snapshot(1, "one")))
            await store.close()
            store = try CacheStore(path: path, epoch: "one", logger: .silent)
            #expect(try await store.allSnapshots().count == 1)
            await store.close()
            // Other promises count from zero again: an old stamp would keep new content out.
            store = try CacheStore(path: path, epoch: "two", logger: .silent)
            #expect(try await store.allSnapshots().isEmpty)
            await store.close()
        }
    }

    @Test func aFileOfTheLayoutBeforeKeepsItsSnapshots() async throws {
        try await withFolder { folder in
            let path = folder + "/caches.sqlite"
            var store = try CacheStore(path: path, epoch: "e", logger: .silent)
            #expect(try await store.put(snapshot(1, "one")))
            await store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { database in
                try database.execute(sql: "ALTER TABLE ledger DROP COLUMN language; UPDATE origin SET layout = '3'")
            }
            try database.close()
            store = try CacheStore(path: path, epoch: "e", logger: .silent)
            #expect(try await store.allSnapshots().count == 1)
            try await store.append(entry(205), of: "w")
            #expect(try await store.ledger(of: "w") == [entry(205)])
            await store.close()
        }
    }

    @Test func aFileDamagedWhileOpenIsMadeAnewAndTheAccessGoesOn() async throws {
        try await withFolder { folder in
            let path = folder + "/caches.sqlite"
            var store = try CacheStore(path: path, epoch: "e", logger: .silent)
            #expect(try await store.put(snapshot(1, "one")))
            await store.close()
            // The first page stays sound, so that the damage is found only by an access.
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            let size = try file.seekToEnd()
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(repeating: 0x55, count: Int(size) - 4096))
            try file.close()
            store = try CacheStore(path: path, epoch: "e", logger: .silent)
            #expect(try await store.allSnapshots().isEmpty)
            #expect(try await store.put(snapshot(2, "two")))
            #expect(try await store.allSnapshots().map(\.content) == ["two"])
            await store.close()
        }
    }

    @Test func aFileDeletedWhileOpenDoesNoHarm() async throws {
        try await withFolder { folder in
            let path = folder + "/caches.sqlite"
            let store = try CacheStore(path: path, epoch: "e", logger: .silent)
            for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
            #expect(try await store.put(snapshot(2, "two")))
            #expect(try await store.allSnapshots().map(\.content) == ["two"])
            await store.close()
        }
    }
}
