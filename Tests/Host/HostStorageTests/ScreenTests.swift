import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol

@Suite struct ScreenTests {
    private func install(_ app: AppID, _ widgets: [WidgetID], order: [WidgetID] = []) -> StoreOperation {
        let app = InstalledApp(
            id: app,
            name: "",
            version: "1",
            path: "/",
            manifest: [:],
            installed: Date(timeIntervalSince1970: 0)
        )
        return .app(.install(app, widgets: widgets, order: order, claims: []))
    }

    private func order(_ store: DurableStore, shownOnly: Bool = true) async throws -> [WidgetID] {
        try await store.read { try $0.screenWidgets() }.filter { $0.isShown || !shownOnly }.map(\.widget)
    }

    @Test func newWidgetsComeLastAndOldOnesKeepTheirPlace() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1"]), install("b", ["b.1", "b.2"]))
            try await store.commit(install("a", ["a.2", "a.1"]))
            #expect(try await order(store) == ["a.1", "b.1", "b.2", "a.2"])
            try await store.commit(install("b", ["b.2"]))
            #expect(try await order(store) == ["a.1", "b.2", "a.2"])
        }
    }

    @Test func newWidgetsTakeTheirPlaceInTheFirstOrder() async throws {
        try await withPromises { store async throws in
            let first: [WidgetID] = ["a.1", "b.1", "c.1"]
            try await store.commit(install("c", ["c.1"], order: first), install("x", ["x.1"], order: first))
            try await store.commit(install("a", ["a.1", "a.2"], order: first))
            try await store.commit(install("b", ["b.1"], order: first))
            #expect(try await order(store) == ["a.1", "b.1", "c.1", "x.1", "a.2"])
        }
    }

    @Test func theOrderOfThePersonIsKept() async throws {
        try await withPromises { store async throws in
            let first: [WidgetID] = ["a.1", "b.1", "c.1"]
            try await store.commit(install("a", ["a.1"], order: first), install("c", ["c.1"], order: first))
            try await store.commit(.screen(.reorder(["c.1", "a.1"])))
            try await store.commit(install("b", ["b.1"], order: first))
            #expect(try await order(store) == ["c.1", "a.1", "b.1"])
        }
    }

    @Test func aWidgetThatIsRemovedAndAddedAgainComesLast() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1", "a.2", "a.3"]))
            try await store.commit(.screen(.remove("a.1")))
            #expect(try await order(store) == ["a.2", "a.3"])
            #expect(try await order(store, shownOnly: false) == ["a.1", "a.2", "a.3"])
            try await store.commit(.screen(.add("a.1")))
            #expect(try await order(store) == ["a.2", "a.3", "a.1"])
            let again = try await store.commit(.screen(.add("a.1")))
            #expect(again.outcomes == [.unchanged])
        }
    }

    @Test func eachInstanceKeepsItsSize() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1", "a.2"]), .screen(.add("a.1:2")))
            try await store.commit(.screen(.resize("a.1:2", .large)), .screen(.resize("a.2", .medium)))
            let again = try await store.commit(.screen(.resize("a.2", .medium)))
            #expect(again.outcomes == [.unchanged])
            // A new version of the app and a new order change nothing of it.
            try await store.commit(install("a", ["a.1", "a.2"]), .screen(.reorder(["a.2", "a.1"])))
            let families = try await store.read { try $0.screenWidgets() }.map {
                [$0.widget.rawValue, $0.family?.rawValue]
            }
            #expect(families == [["a.2", "medium"], ["a.1", nil], ["a.1:2", "large"]])
            await #expect(throws: StoreError.self) { try await store.commit(.screen(.resize("b.1", .large))) }
        }
    }

    @Test func theWholeOrderChangesInOneWrite() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1", "a.2", "a.3", "a.4"]))
            let commits = Journal<[StoreChange]>()
            let token = store.observe { commits.add($0.changes) }
            try await store.commit(.screen(.reorder(["a.3", "a.1"])))
            #expect(try await order(store) == ["a.3", "a.1", "a.2", "a.4"])
            #expect(commits.entries == [[.screen]])
            token.cancel()
        }
    }

    @Test func ordersThatMakeNoSenseAreRefusedWhole() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1", "a.2"]))
            #expect(await refusal { try await store.commit(.screen(.reorder(["a.2", "x"]))) } == .notFound)
            #expect(await refusal { try await store.commit(.screen(.reorder(["a.2", "a.2"]))) } == .invalid)
            #expect(await refusal { try await store.commit(.screen(.add("x"))) } == .notFound)
            #expect(await refusal { try await store.commit(install("b", ["a.1"])) } == .claimed)
            #expect(try await order(store) == ["a.1", "a.2"])
        }
    }

    @Test func aFurtherInstanceExistsWhileItIsOnTheScreen() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1", "a.2"]))
            try await store.commit(.screen(.add("a.1:2")), .screen(.add("a.1:16")))
            #expect(try await order(store) == ["a.1", "a.2", "a.1:2", "a.1:16"])
            try await store.commit(.screen(.reorder(["a.1:2", "a.1"])))
            // The next version of the app keeps it, as long as the widget is there.
            try await store.commit(install("a", ["a.1", "a.2"]))
            #expect(try await order(store) == ["a.1:2", "a.1", "a.2", "a.1:16"])
            try await store.commit(.screen(.remove("a.1:16")), .screen(.remove("a.1")))
            #expect(try await order(store, shownOnly: false) == ["a.1:2", "a.1", "a.2"])
            try await store.commit(install("a", ["a.2"]))
            #expect(try await order(store, shownOnly: false) == ["a.2"])
        }
    }

    @Test(arguments: ["a.1:", "a.1:1", "a.1:17", "a.1:02", "a.1:+2", "a.1:-2", "a.1:2:2", "a.1:two", "a.1: 2"])
    func whatIsNoInstanceIsRefused(name: String) async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1"]))
            #expect(await refusal { try await store.commit(.screen(.add(WidgetID(name)))) } == .invalid)
            #expect(await refusal { try await store.commit(.screen(.add("b.1:2"))) } == .notFound)
            #expect(try await order(store, shownOnly: false) == ["a.1"])
        }
    }

    @Test func eachInstanceHasAConfigurationThatGoesWithIt() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1"]))
            try await store.commit(.screen(.add("a.1:2")))
            try await store.commit(.screen(.configure("a.1:2", ["place": "Tokyo"])))
            let configurations = { @Sendable in
                try await store.read { try $0.screenWidgets().map(\.configuration) }
            }
            #expect(try await configurations() == [nil, ["place": "Tokyo"]])
            let same = try await store.commit(.screen(.configure("a.1:2", ["place": "Tokyo"])))
            #expect(same.outcomes == [.unchanged])
            try await store.commit(install("a", ["a.1"]))
            #expect(try await configurations() == [nil, ["place": "Tokyo"]])
            try await store.commit(.screen(.configure("a.1:2", [:])))
            #expect(try await configurations() == [nil, nil])
            try await store.commit(.screen(.configure("a.1:2", ["place": "Tokyo"])))
            try await store.commit(.screen(.remove("a.1:2")), .screen(.add("a.1:2")))
            #expect(try await configurations() == [nil, nil])
            #expect(await refusal { try await store.commit(.screen(.configure("a.1:3", ["a": "b"]))) } == .notFound)
        }
    }

    @Test func whetherAWidgetHasContentIsKept() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1"]))
            try await store.commit(.screen(.setHasContent(false, "a.1")))
            #expect(try await store.read { try $0.screenWidgets().map(\.hasContent) } == [false])
            // Installing the next version does not show what hid itself.
            try await store.commit(install("a", ["a.1"]))
            #expect(try await store.read { try $0.screenWidgets().map(\.hasContent) } == [false])
            let same = try await store.commit(.screen(.setHasContent(false, "a.1")))
            #expect(same.outcomes == [.unchanged])
        }
    }

    @Test func anAppThatSaysAgainThatAWidgetHasContentHasItUpdated() async throws {
        try await withPromises { store async throws in
            try await store.commit(install("a", ["a.1"]))
            func say(_ origin: ChangeOrigin) async throws -> [[StoreChange]] {
                try await store.changes { try await store.commit(.screen(.setHasContent(true, "a.1")), origin: origin) }
            }
            // A widget says it during its own update, which must not lead to the next one.
            #expect(try await say(.widget("a.1")).isEmpty)
            #expect(try await say(.app("a")) == [[.newContent("a.1")]])
            // What is not on the screen is not updated.
            try await store.commit(.screen(.remove("a.1")), origin: .person)
            #expect(try await say(.app("a")).isEmpty)
        }
    }
}
