import AsyncPrimitives
import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@testable import DeviceSync

/// Records between two hosts and a real cloud, without a network.
@Suite(.timeLimit(.minutes(5))) struct RecordLinkTests {
    private static let app = LinkedHost.app
    private static let container = LinkedHost.container

    private func save(
        _ name: RecordName,
        by process: String,
        policy: RecordSavePolicy = .allKeys,
        on host: LinkedHost
    ) async throws {
        let record = Record(name, type: "Note", fields: ["text": "Milk"])
        try await host.store.commit(
            .records(
                .enqueue(
                    try RecordChangeSet(
                        container: Self.container,
                        zone: .default,
                        app: Self.app,
                        process: process,
                        changes: [.save(record, policy)]
                    )
                )
            )
        )
    }

    /// The records that pushes to the app name, in order.
    private func pushed(_ host: LinkedHost) async throws -> [String] {
        try await host.store.read { try $0.pendingPushes().compactMap { $0.push.records?.recordName?.rawValue } }
    }

    private func subscribe(_ host: LinkedHost) async throws {
        try await host.store.commit(
            .records(.subscribe(Self.app, container: Self.container, .query("notes", type: "Note")))
        )
        try await host.wait {
            try await host.store.read { try $0.recordSubscriptions(in: Self.container).first?.isActive ?? false }
        }
    }

    @Test func everyOtherProcessIsTold() async throws {
        try await withLink { fixture in
            let (laptop, desk) = (try await fixture.host("laptop"), try await fixture.host("desk"))
            try await laptop.run {
                try await desk.run {
                    try await laptop.waitUntilConnected()
                    try await desk.waitUntilConnected()
                    try await subscribe(laptop)
                    try await save("by-app", by: Self.app.rawValue, on: laptop)
                    try await save("by-widget", by: "org.today.Messages.widget", on: laptop)
                    try await desk.wait { try await pushed(desk) == ["by-app", "by-widget"] }
                    // The app gets no push for its own save, which came before that of the widget.
                    try await laptop.wait { try await pushed(laptop) == ["by-widget"] }
                    let caller = RecordCaller(app: Self.app, process: Self.app.rawValue, container: Self.container)
                    let changes = try await desk.link.records.changes(of: .default, after: nil, for: caller)
                    #expect(changes.records.map(\.name) == ["by-app", "by-widget"])
                    #expect(changes.records.first?.fields == ["text": "Milk"])
                    #expect(changes.records.first?.modified?.device != desk.store.epoch)
                    let own = try await laptop.link.records.fetch(["by-app"], zone: .default, for: caller)
                    #expect(own.first?.record?.modified?.device == laptop.store.epoch)
                }
            }
        }
    }

    @Test func whatWasSavedBeforeTheLinkRunsIsSentWhenItDoes() async throws {
        try await withLink { fixture in
            let laptop = try await fixture.host("laptop")
            for name in ["a", "b"] as [RecordName] {
                try await save(name, by: Self.app.rawValue, on: laptop)
                try await laptop.run {
                    try await laptop.wait {
                        try await laptop.store.read { try $0.recordUsage(of: Self.container).changes } == 0
                    }
                }
            }
            let caller = RecordCaller(app: Self.app, process: Self.app.rawValue, container: Self.container)
            let found = try await laptop.link.records.fetch(["a", "b"], zone: .default, for: caller)
            #expect(found.allSatisfy { $0.record != nil })
        }
    }

    @Test func aRecordThatItsAppTakesBackAtOnceIsNotSent() async throws {
        try await withLink { fixture in
            let laptop = try LinkedHost(fixture.cloud, folder: fixture.folder, name: "laptop") { store in
                // The app processes what the widget enqueued with the record.
                let set = try? RecordChangeSet(
                    container: Self.container,
                    zone: .default,
                    app: Self.app,
                    process: Self.app.rawValue,
                    changes: [.delete("taken-back")]
                )
                if let set { _ = try? await store.commit(.records(.enqueue(set))) }
            }
            try await laptop.join(fixture.cloud, as: "ada")
            try await laptop.run {
                try await laptop.waitUntilConnected()
                try await save("taken-back", by: "org.today.Messages.widget", policy: .ifUnchanged, on: laptop)
                try await save("kept", by: "org.today.Messages.widget", on: laptop)
                try await waitUntilSent(laptop)
                let caller = RecordCaller(app: Self.app, process: Self.app.rawValue, container: Self.container)
                let changes = try await laptop.link.records.changes(of: .default, after: nil, for: caller)
                #expect(changes.records.map(\.name) == ["kept"])
                #expect(changes.deleted.allSatisfy { $0 != "taken-back" })
            }
        }
    }

    @Test func changesWaitForAnAppForASecondAtMost() async throws {
        try await withLink { fixture in
            let laptop = try LinkedHost(fixture.cloud, folder: fixture.folder, name: "laptop") { _ in
                await Signal().wait()
            }
            try await laptop.join(fixture.cloud, as: "ada")
            try await laptop.run {
                try await laptop.waitUntilConnected()
                try await save("note", by: Self.app.rawValue, on: laptop)
                try await withTimeLimit(on: "the end of the wait for the app") {
                    while try await laptop.store.read({ try $0.recordUsage(of: Self.container).changes }) > 0 {
                        laptop.clock.advance(by: .seconds(1))
                    }
                }
            }
        }
    }

    /// Waits until nothing of the container is queued.
    private func waitUntilSent(_ host: LinkedHost) async throws {
        try await host.wait { try await host.store.read { try $0.recordUsage(of: Self.container).changes } == 0 }
    }

    @Test func everyKindOfChangeWorksWithTheRealCloud() async throws {
        try await withLink { fixture in
            let laptop = try await fixture.host("laptop")
            let caller = RecordCaller(app: Self.app, process: Self.app.rawValue, container: Self.container)
            let records = laptop.link.records
            let fields: [String: RecordValue] = [
                "s": "text", "i": 3, "r": 3.5, "d": .date(Date(timeIntervalSince1970: 1_795_248_000)),
                "b": .data(Data([0, 255])), "ref": .reference(RecordReference("x")),
                "l": .location(RecordLocation(latitude: 52.5, longitude: 13.4)), "list": ["a", "b"],
            ]
            func change(_ changes: [RecordChange], zone: ZoneName = .default, isAtomic: Bool = false) async throws {
                let set = try RecordChangeSet(
                    container: Self.container,
                    zone: zone,
                    app: Self.app,
                    process: Self.app.rawValue,
                    isAtomic: isAtomic,
                    changes: changes
                )
                try await laptop.store.commit(.records(.enqueue(set)))
            }
            try await change([.save(Record("a", type: "All", fields: fields), .ifUnchanged)])
            var found = try #require(try await records.fetch(["a"], zone: .default, for: caller).first?.record)
            #expect(found.fields == fields)
            found.fields = ["s": .removed, "i": 4]
            try await change([.save(found, .ifUnchanged)])
            let updated = try #require(try await records.fetch(["a"], zone: .default, for: caller).first?.record)
            #expect(updated.fields["s"] == nil && updated.fields["i"] == 4 && updated.fields["r"] == 3.5)
            // The old tag conflicts; a new zone is created; a batch is atomic.
            try await change([.save(found, .ifUnchanged)])
            let note = Record("n", type: "Note")
            try await change([.save(note, .ifUnchanged)], zone: "z")
            // What waits together does not conflict with itself: the first save is sent before the batch is queued.
            #expect(try await records.fetch(["n"], zone: "z", for: caller).first?.record != nil)
            try await change(
                [.save(Record("m", type: "Note"), .ifUnchanged), .save(note, .ifUnchanged)],
                zone: "z",
                isAtomic: true
            )
            try await change([.save(Record("k", type: "Note"), .allKeys), .delete("gone")])
            #expect(try await records.zones(for: caller).contains("z"))
            let changes = try await records.changes(of: "z", after: nil, for: caller)
            #expect(changes.records.map(\.name) == ["n"])
            let again = try await records.changes(of: "z", after: changes.token, for: caller)
            #expect(again.records.isEmpty && !again.startsOver)
            #expect(try await records.changes(of: .default, after: changes.token, for: caller).startsOver)
            let page = try await records.query(
                RecordQuery(type: "All", filters: [RecordFilter("i", .equals, 4)], sort: [RecordSort("r")]),
                zone: .default,
                limit: 10,
                marker: nil,
                for: caller
            )
            #expect(page.records.map(\.name) == ["a"])
            #expect(try await laptop.store.read { try $0.recordUsage(of: Self.container).changes } == 0)
            try await records.deleteZone("z", for: caller)
            #expect(try await !records.zones(for: caller).contains("z"))
        }
    }
}
