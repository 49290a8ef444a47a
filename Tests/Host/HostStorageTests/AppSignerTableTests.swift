import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol

/// The store refuses what two installations at one time could do to a signed app.
@Suite struct AppSignerTableTests {
    private func installation(_ signer: String?, inherits: String? = nil, claims: Set<Claim> = []) -> StoreOperation {
        let app = InstalledApp(
            id: "com.a",
            name: "A",
            version: "1",
            path: "/a",
            manifest: [:],
            installed: Date(timeIntervalSince1970: 0),
            signer: signer
        )
        return .app(.install(app, widgets: [], claims: claims, inherits: inherits))
    }

    @Test func onlyItsSignerReplacesASignedApp() async throws {
        try await withPromises { store async throws in
            try await store.commit(installation(nil))
            try await store.commit(installation("x"))
            try await store.commit(installation("x"))
            for (signer, inherits) in [(nil, nil), ("y", nil), ("y", "x"), (nil, "x")] as [(String?, String?)] {
                let error = await #expect(throws: StoreError.self) {
                    try await store.commit(installation(signer, inherits: inherits))
                }
                #expect(error?.code == .claimed)
            }
            #expect(try await store.read { try $0.app("com.a")?.signer } == "x")
        }
    }

    @Test func theSignerOfARemovedAppIsKnownAsLongAsItsDataIsKept() async throws {
        let group = Claim(.group, "group.a")
        try await withPromises { store async throws in
            try await store.commit(installation("x", claims: [group]))
            try await store.commit(.app(.uninstall("com.a", keepsData: true)))
            #expect(try await store.read { try $0.signer(of: "com.a") } == "x")
            for inherits in [nil, "z"] {
                let error = await #expect(throws: StoreError.self) {
                    try await store.commit(installation("y", inherits: inherits, claims: [group]))
                }
                #expect(error?.code == .claimed)
            }
            try await store.commit(installation("y", inherits: "x", claims: [group]))
            try await store.commit(.app(.uninstall("com.a", keepsData: false)))
            #expect(try await store.read { try $0.signer(of: "com.a") } == nil)
        }
    }
}
