import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol

/// Revoked rights are durable, belong to an app, and go when it no longer asks for them.
@Suite struct RevokedRightTableTests {
    private func install(_ id: AppID, rights: Set<String> = []) -> StoreOperation {
        let app = InstalledApp(
            id: id,
            name: "App",
            version: "1",
            path: "/apps/\(id)",
            manifest: [:],
            installed: Date(timeIntervalSince1970: 1_800_000_000)
        )
        return .app(.install(app, widgets: [], claims: [], rights: rights))
    }

    @Test func anUpdateKeepsThoseThatItStillAsksFor() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("com.a"), install("com.b"))
            let receipt = try await store.commit(.right(.revoke("network", app: "com.a")), origin: .person)
            #expect(receipt.outcomes == [.changed])
            try await store.commit(.right(.revoke("push", app: "com.a")), origin: .person)
            #expect(try await store.read { try $0.revokedRights(of: "com.a") } == ["network", "push"])
            #expect(try await store.read { try $0.revokedRights(of: "com.b").isEmpty })

            try await store.commit(install("com.a", rights: ["network", "fetch"]))
            #expect(try await store.read { try $0.revokedRights(of: "com.a") } == ["network"])
            try await store.commit(.right(.restore("network", app: "com.a")), origin: .person)
            #expect(try await store.read { try $0.revokedRights(of: "com.a").isEmpty })
        }
    }

    @Test func aRemovedAppLeavesNone() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("com.a"))
            try await store.commit(.right(.revoke("network", app: "com.a")), origin: .person)
            try await store.commit(.app(.uninstall("com.a", keepsData: true)), origin: .person)
            try await store.commit(install("com.a"))
            #expect(try await store.read { try $0.revokedRights(of: "com.a").isEmpty })
        }
    }

    @Test func limits() async throws {
        try await withPromises { store async throws in
            let unknown = await #expect(throws: StoreError.self) {
                try await store.commit(.right(.revoke("network", app: "com.a")), origin: .person)
            }
            #expect(unknown?.code == .notFound)
            try await store.commit(install("com.a"))
            for name in ["", String(repeating: "x", count: RightOperation.nameBytes + 1)] {
                let error = await #expect(throws: StoreError.self) {
                    try await store.commit(.right(.revoke(name, app: "com.a")), origin: .person)
                }
                #expect(error?.code == .invalid)
            }
            let all = (0..<RightOperation.limit).map { StoreOperation.right(.revoke("host:\($0)", app: "com.a")) }
            try await store.commit(StoreTransaction(all, origin: .person))
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.right(.revoke("network", app: "com.a")), origin: .person)
            }
            #expect(error?.code == .limitExceeded)
        }
    }
}
