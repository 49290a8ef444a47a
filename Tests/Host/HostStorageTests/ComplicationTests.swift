import FoundationEssentials
import GRDB
import HostStorage
import JSON
import Testing
import TodayProtocol

@Suite struct ComplicationTests {
    private static let three = Complication(shortText: "3 left", gauge: 0.5, classes: ["a"])

    private func install(_ id: AppID) -> StoreOperation {
        let app = InstalledApp(
            id: id,
            name: "App",
            version: "1",
            path: "/apps/\(id).app",
            manifest: [:],
            installed: Date(timeIntervalSince1970: 1_800_000_000)
        )
        return .app(.install(app, widgets: [], claims: []))
    }

    private func complications(_ store: DurableStore) async throws -> [AppID: Complication] {
        let all = try await store.read { try $0.complications() }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.app, $0.complication) })
    }

    @Test func itIsSetReplacedRemovedAndAnnounced() async throws {
        try await withPromises { store async throws in
            let journal = Journal<StoreChange>()
            let observation = store.observe { commit in for change in commit.changes { journal.add(change) } }
            try await store.commit(install("com.a"), install("com.b"))
            try await store.commit(.complication(.set("com.a", Self.three)))
            // The same again changes nothing and tells nobody.
            let again = try await store.commit(.complication(.set("com.a", Self.three)))
            #expect(again.outcomes == [.unchanged])
            try await store.commit(.complication(.set("com.b", Complication(shortText: "b"))))
            try await store.commit(.complication(.set("com.a", Complication(shortText: "2 left"))))
            #expect(
                try await complications(store) == [
                    "com.a": Complication(shortText: "2 left"), "com.b": Complication(shortText: "b"),
                ]
            )
            try await store.commit(.complication(.remove("com.a")))
            #expect(try await store.commit(.complication(.remove("com.a"))).outcomes == [.unchanged])
            #expect(try await complications(store) == ["com.b": Complication(shortText: "b")])
            #expect(
                journal.entries.filter { if case .complication = $0 { true } else { false } } == [
                    .complication("com.a", Self.three), .complication("com.b", Complication(shortText: "b")),
                    .complication("com.a", Complication(shortText: "2 left")), .complication("com.a", nil),
                ]
            )
            withExtendedLifetime(observation) {}
        }
    }

    @Test func itOutlivesTheHostAndNewVersionsButNotTheApp() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path)
            try await store.commit(install("com.a"))
            try await store.commit(.complication(.set("com.a", Self.three)))
            await store.close()

            let next = try DurableStore(path: path)
            try await next.commit(install("com.a"))
            #expect(try await complications(next) == ["com.a": Self.three])
            let journal = Journal<StoreChange>()
            let observation = next.observe { commit in for change in commit.changes { journal.add(change) } }
            try await next.commit(.app(.uninstall("com.a", keepsData: true)))
            #expect(try await complications(next) == [:])
            #expect(journal.entries.contains(.complication("com.a", nil)))
            // A write of its process that comes too late leaves nothing behind.
            #expect(await refusal { try await next.commit(.complication(.set("com.a", Self.three))) } == .notFound)
            try await next.commit(install("com.a"))
            #expect(try await complications(next) == [:])
            withExtendedLifetime(observation) {}
            await next.close()
        }
    }

    @Test func aDamagedOneHidesNoOther() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path)
            try await store.commit(install("com.a"), install("com.b"))
            try await store.commit(.complication(.set("com.a", Self.three)))
            try await store.commit(.complication(.set("com.b", Self.three)))
            await store.close()
            let file = try DatabaseQueue(path: path)
            try await file.write { try $0.execute(sql: "UPDATE complication SET value = '{' WHERE appID = 'com.a'") }
            try file.close()
            let next = try DurableStore(path: path)
            #expect(try await complications(next) == ["com.b": Self.three])
            await next.close()
        }
    }

    static let allowed: [Complication] = [
        Complication(shortText: String(repeating: "é", count: 64)),
        Complication(shortText: "x", longText: String(repeating: "雨", count: 256)),
        Complication(shortText: "x", gauge: 0), Complication(shortText: "x", gauge: 1),
        Complication(shortText: "<b>&\"'</b>", symbol: "👩‍👩‍👧‍👦"),
        Complication(shortText: "שלום \u{200F}x", classes: (1...8).map { "class-\($0)" }),
        Complication(shortText: "x", classes: [String(repeating: "a", count: 32), "-", "0"]),
    ]

    static let refused: [Complication] = [
        Complication(shortText: ""), Complication(shortText: String(repeating: "a", count: 65)),
        // One character for a person, and 65 code points.
        Complication(shortText: "a" + String(repeating: "\u{301}", count: 64)),
        Complication(shortText: "x", longText: ""),
        Complication(shortText: "x", longText: String(repeating: "a", count: 257)),
        Complication(shortText: "x", symbol: ""),
        Complication(shortText: "x", symbol: String(repeating: "a", count: 65)),
        Complication(shortText: "a\nb"), Complication(shortText: "a\r\nb"), Complication(shortText: "a\u{1B}[2J"),
        Complication(shortText: "a\u{0}"), Complication(shortText: "a\u{7F}"), Complication(shortText: "a\u{85}b"),
        Complication(shortText: "a\u{2028}b"), Complication(shortText: "x", longText: "a\nb"),
        Complication(shortText: "x", symbol: "a\tb"),
        Complication(shortText: "x", gauge: .nan), Complication(shortText: "x", gauge: .infinity),
        Complication(shortText: "x", gauge: -.infinity), Complication(shortText: "x", gauge: -0.01),
        Complication(shortText: "x", gauge: 1.01),
        Complication(shortText: "x", classes: (1...9).map { "class-\($0)" }),
        Complication(shortText: "x", classes: [""]), Complication(shortText: "x", classes: ["Urgent"]),
        Complication(shortText: "x", classes: ["a b"]), Complication(shortText: "x", classes: ["é"]),
        Complication(shortText: "x", classes: [String(repeating: "a", count: 33)]),
    ]

    @Test(arguments: allowed) func whatIsWithinTheLimitsIsKept(_ complication: Complication) async throws {
        try await withPromises { store async throws in
            try await store.commit(install("com.a"))
            try await store.commit(.complication(.set("com.a", complication)))
            #expect(try await complications(store) == ["com.a": complication])
        }
    }

    @Test(arguments: refused) func whatExceedsALimitChangesNothing(_ complication: Complication) async throws {
        try await withPromises { store async throws in
            try await store.commit(install("com.a"))
            try await store.commit(.complication(.set("com.a", Self.three)))
            #expect(await refusal { try await store.commit(.complication(.set("com.a", complication))) } == .invalid)
            #expect(try await complications(store) == ["com.a": Self.three])
        }
    }
}
