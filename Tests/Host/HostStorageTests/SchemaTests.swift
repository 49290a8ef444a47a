import FoundationEssentials
import GRDB
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol

/// Databases that other versions of Today wrote.
@Suite struct SchemaTests {
    @Test func theOldestSchemaOpensWithItsData() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let old = try DatabaseQueue(path: path)
            try await old.write { try $0.execute(sql: OldestSchema.tables + OldestSchema.data) }
            try old.close()

            let store = try DurableStore(path: path)
            #expect(store.epoch == "theepoch")
            #expect(store.revision >= Revision(16_777_216))
            #expect(try await store.value("place", in: "group.weather") == .dictionary(["name": "Berlin"]))
            #expect(try await store.read { try $0.defaultsUsage(of: "group.weather").keys } == 1)
            // What is in the group counts for either app that has it.
            for app in ["com.weather", "com.other"] as [AppID] {
                #expect(try await store.read { try $0.storedBytes(of: app) } == 64 + 5 + 17)
            }
            #expect(try await store.read { try $0.app("com.weather")?.manifest } == ["a": 1])
            let claim = Claim(.group, "group.weather")
            #expect(try await store.read { try $0.apps(using: claim) } == ["com.weather", "com.other"])
            #expect(
                try await store.read { try $0.allowedHosts(of: "com.weather").map(\.description) } == ["localhost:80"]
            )
            let places = try await store.read { try $0.screenWidgets() }
            #expect(places.map(\.widget) == ["com.weather.widget"])
            #expect(places.map(\.hasContent) == [false])
            #expect(try await store.read { try $0.pendingTaps().map(\.id) } == ["t1"])
            guard case .done(let result) = try await store.read({ try $0.tap("t2") })?.state else {
                throw StoreError(.notFound, "the finished tap")
            }
            #expect(result.effects == Revision(7))
            #expect(try await store.read { try $0.setting("port") } == "8080")
            #expect(try await store.read { try $0.sessions().map(\.tokenHash) } == ["hash"])
            // Browsers that were signed in before devices had rights go on as before.
            #expect(try await store.read { try $0.sessions().map(\.rights) } == [.change])
            #expect(try await store.read { try $0.sessions().map(\.contact.usualGap) } == [DeviceContact.firstGap])
            try await store.commit(.set("works", for: "new", in: "group.weather"))
            // Notifications came later: an app of then can have them now.
            try await store.commit(.authorization(.want("com.weather", [.alert])))
            try await store.show(.sample("rain", of: "com.weather"))
            // And so did messages.
            try await store.apply(.link(.sample()))
            try await store.apply(
                .setChannel(CloudChannel(app: "com.weather", channelID: "c", inboxUser: "u", inboxPassword: "p"))
            )
            try await store.merge([.sample("m")], of: "com.weather")
            #expect(try await store.number(of: "com.weather") == 1)
            try await store.apply(.addTopic("rain"))
            try await store.apply(.setTopics([], asOf: Revision(0)))
            #expect(try await store.read { try $0.topics() } == ["rain"])
            // And complications.
            try await store.commit(.complication(.set("com.weather", Complication(shortText: "16°"))))
            // And records.
            let save = RecordChange.delete("r")
            let changes = try RecordChangeSet(
                container: "iCloud.c",
                zone: .default,
                app: "com.weather",
                process: "com.weather",
                changes: [save]
            )
            try await store.commit(.records(.enqueue(changes)))
            #expect(try await store.read { try $0.nextRecordBatch(of: "iCloud.c", bytes: 1)?.changes.count } == 1)
            // And queued actions.
            let action = ActionsEnqueueRequest.NewAction(id: "a", payload: 1)
            try await store.commit(.action(.enqueue("com.weather", "group.weather", action)))
            #expect(try await store.read { try $0.actions(of: "com.weather").actions.map(\.action.id) } == ["a"])
            try await store.commit(.app(.uninstall("com.weather", keepsData: true)))
            #expect(try await store.listed(of: nil).isEmpty)
            #expect(try await store.read { try $0.deliveredCount() } == 0)
            #expect(try await store.read { try $0.complications().map(\.app) } == [])
            await store.close()
        }
    }

    @Test func aDatabaseOfANewerVersionIsRefusedUntouched() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path)
            await store.close()
            let newer = try DatabaseQueue(path: path)
            try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')") }
            try newer.close()
            let error = #expect(throws: StoreError.self) { try DurableStore(path: path) }
            #expect(error?.code == .newerSchema)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test func damagedPromisesAreNeverThrownAway() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let damage = Data(repeating: 0x42, count: 8192)
            try damage.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreError.self) { try DurableStore(path: path) }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains(path) == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == damage)
        }
    }
}
