import Foundation
import HostStorage
import Testing
import TodayProtocol

/// What a host does whose files are gone, damaged or no files at all.
@Suite struct LostDatabaseTests {
    private func open(_ folder: String) throws(StoreError) -> HostStore {
        try HostStore(folder: folder, logger: .silent)
    }

    /// Makes a state folder with an installed bundle.
    private func install(in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/apps/org.example.App/1.0-a/App.app",
            withIntermediateDirectories: true
        )
    }

    @Test(arguments: ["empty", "missing"])
    func whereAppsAreInstalledNothingBeginsAnew(how: String) async throws {
        try await withFolder { folder in
            try install(in: folder)
            let path = "\(folder)/promises.sqlite"
            if how == "empty" { _ = FileManager.default.createFile(atPath: path, contents: nil) }
            let error = #expect(throws: StoreError.self) { try open(folder) }
            #expect(error?.code == .unavailable)
            let sentence = "\(path) is \(how), but there are apps or their data in \(folder)/apps."
            #expect(error?.message.hasPrefix(sentence) == true)
            #expect(FileManager.default.fileExists(atPath: "\(folder)/apps/org.example.App/1.0-a/App.app"))
            #expect(FileManager.default.fileExists(atPath: path) == (how == "empty"))
        }
    }

    /// Apps that run in place leave no copy.
    @Test func whereAppsHaveDataNothingBeginsAnew() async throws {
        try await withFolder { folder in
            let group = "\(folder)/groups/group.org.example"
            try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
            let error = #expect(throws: StoreError.self) { try open(folder) }
            #expect(error?.message.contains("there are apps or their data in \(folder)/groups.") == true)
            #expect(FileManager.default.fileExists(atPath: group))
        }
    }

    @Test func aFolderWithoutAppsBeginsAnew() async throws {
        try await withFolder { folder in
            _ = FileManager.default.createFile(atPath: "\(folder)/promises.sqlite", contents: nil)
            await (try open(folder)).close()
        }
    }

    @Test(arguments: ["caches.sqlite", "caches.sqlite-shm"])
    func aFolderInPlaceOfTheCachesIsSetAside(name: String) async throws {
        try await withFolder { folder in
            let place = "\(folder)/\(name)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: "\(place)/kept", contents: nil)
            let store = try open(folder)
            try await store.caches.forget("w")
            await store.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let aside = try #require(names.first { $0.hasPrefix("\(name).aside-") })
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(aside)/kept"))
        }
    }

    @Test func cachesThatCannotBeMadeAreInMemory() async throws {
        try await withFolder { folder in
            // No file can be made there, whoever runs the test.
            let store = try CacheStore(path: "\(folder)/missing/caches.sqlite", epoch: "test", logger: .silent)
            try await store.forget("w")
            #expect(try await store.allSnapshots() == [])
            await store.close()
        }
    }

    private func reserve(in folder: String) throws -> Int {
        let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/reserve")[.size] as? NSNumber
        return size?.intValue ?? 0
    }

    @Test func theReserveGrowsWithTheDatabase() async throws {
        try await withFolder { folder in
            let store = try open(folder)
            let before = try reserve(in: folder)
            // So much that SQLite moves it from its log to the database at once.
            let value = String(repeating: "x", count: SettingOperation.valueBytes)
            let settings = (0..<100).map { StoreOperation.setting(.set(key: "\($0)", value: value)) }
            try await store.durable.commit(StoreTransaction(settings, origin: .host))
            // The reserve is filled behind the commit, and before the next read.
            try await store.durable.read { _ in }
            #expect(try reserve(in: folder) > before + 4 << 20)
            await store.close()
        }
    }

    @Test func theReserveIsTakenAndGivenBack() async throws {
        try await withFolder { folder in
            let store = try open(folder)
            #expect(try SpaceReserve.sizes.contains(reserve(in: folder)))
            // Enough for the start, and then for the removal of an app.
            var released = 0
            while store.reserve.release() { released += 1 }
            #expect(released >= 2)
            store.reserve.fill()
            #expect(store.reserve.release())
            await store.close()
        }
    }
}
