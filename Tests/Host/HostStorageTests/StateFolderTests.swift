import Foundation
import HostStorage
import Testing

@Suite struct StateFolderTests {
    @Test func aSecondHostIsRefusedByFolderAndProcess() async throws {
        try await withFolder { parent in
            let folder = parent + "/state"
            let store = try HostStore(folder: folder, logger: .silent)
            let error = try #require(throws: StoreError.self) { try HostStore(folder: folder, logger: .silent) }
            #expect(error.code == .locked)
            #expect(error.message.contains(folder))
            #expect(error.message.contains("process \(getpid()) "))
            await store.close()
            await #expect(throws: Never.self) { await (try HostStore(folder: folder, logger: .silent)).close() }
        }
    }

    @Test func everythingIsPrivateToItsOwner() async throws {
        try await withFolder { parent in
            let folder = parent + "/state"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(
                atPath: folder + "/promises.sqlite",
                contents: nil,
                attributes: [.posixPermissions: 0o644]
            )
            let store = try HostStore(folder: folder, logger: .silent)
            try await store.durable.commit(.set(1, for: "a"))
            #expect(try permissions(of: folder) == 0o700)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.contains("promises.sqlite-wal"))
            for file in files where file != "messages" {
                #expect(try permissions(of: folder + "/" + file) == 0o600, "\(file)")
            }
            #expect(try permissions(of: folder + "/messages") == 0o700)
            await store.close()
        }
    }

    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        let error = try #require(throws: StoreError.self) {
            try HostStore(folder: "/proc/no/such/folder", logger: .silent)
        }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("/proc/no/such/folder"))
    }

    @Test func whatComesAfterTheEndIsRefused() async throws {
        try await withFolder { parent in
            let store = try HostStore(folder: parent + "/state", logger: .silent)
            await store.close()
            await store.close()
            #expect(await refusal { try await store.durable.commit(.set(1, for: "a")) } == .closed)
            #expect(await refusal { _ = try await store.durable.read { try $0.apps() } } == .closed)
            #expect(await refusal { _ = try await store.caches.allSnapshots() } == .closed)
        }
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
