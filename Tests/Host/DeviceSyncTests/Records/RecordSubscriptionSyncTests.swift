import AsyncPrimitives
import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@testable import DeviceSync

/// Subscriptions as apps want them, and as the cloud has them.
@Suite(.timeLimit(.minutes(5))) struct RecordSubscriptionSyncTests {
    private let app = RecordFixture.app
    private let container = RecordFixture.container
    private let doorbell = RecordSubscription.query("doorbell", type: "WidgetUpdate", firesOn: [.created])

    private func want(_ subscription: RecordSubscription, _ fixture: RecordFixture, of app: AppID? = nil) async throws {
        try await fixture.store.commit(
            .records(.subscribe(app ?? self.app, container: container, subscription))
        )
    }

    private func operations(_ fixture: RecordFixture) -> [String] {
        fixture.cloud.requests.filter { $0.operation == "subscriptions/modify" }
            .compactMap { $0.body["operations"]?.arrayValue?.first?["operationType"]?.stringValue }
    }

    @Test func oneIsCreatedOnceHoweverOftenItIsWanted() async throws {
        try await withRecords { fixture in
            for _ in 1...3 {
                try await want(doorbell, fixture)
                try await fixture.flush()
            }
            #expect(operations(fixture) == ["create"])
            let json = fixture.cloud.subscriptions["doorbell"]
            #expect(json?["firesOn"] == ["create"])
            #expect(json?["zoneWide"] == true)
            #expect(json?["query"]?["recordType"] == "WidgetUpdate")
            #expect(json?["notificationInfo"] == ["shouldSendContentAvailable": true])
            let stored = try await fixture.store.read { try $0.recordSubscriptions(in: RecordFixture.container) }
            #expect(stored.map(\.isActive) == [true])
            #expect(try await fixture.store.read { try $0.containersWithRecordWork() }.isEmpty)
        }
    }

    @Test func otherSettingsReplaceIt() async throws {
        try await withRecords { fixture in
            try await want(doorbell, fixture)
            try await fixture.flush()
            var changed = doorbell
            changed.notification = .alert("New")
            try await want(changed, fixture)
            // A crash between the two steps: the first one is repeated.
            fixture.cloud.fail("subscriptions/modify", .lostAnswer)
            await #expect(throws: RecordCallFailure.self) { try await fixture.flush() }
            try await fixture.flush()
            #expect(operations(fixture) == ["create", "delete", "delete", "create"])
            #expect(fixture.cloud.subscriptions["doorbell"]?["notificationInfo"]?["alertBody"] == "New")
            #expect(fixture.cloud.subscriptions.count == 1)
        }
    }

    @Test func anotherDatabaseOfTheCloudGetsItAgain() async throws {
        try await withRecords { fixture in
            try await want(doorbell, fixture)
            try await fixture.flush()
            try await fixture.store.commit(.cloud(.resetCursor(epoch: "new")))
            #expect(try await fixture.store.read { try $0.containersWithRecordWork() } == [container])
            try await fixture.flush()
            #expect(operations(fixture) == ["create", "create"])
        }
    }

    @Test func endingOneDeletesItInTheCloud() async throws {
        try await withRecords { fixture in
            try await want(doorbell, fixture)
            try await fixture.flush()
            fixture.cloud.setOffline(true)
            try await fixture.store.commit(.records(.unsubscribe(app, container: container, id: "doorbell")))
            await #expect(throws: RecordCallFailure.self) { try await fixture.flush() }
            fixture.cloud.setOffline(false)
            try await fixture.flush()
            #expect(fixture.cloud.subscriptions.isEmpty)
            #expect(try await fixture.store.read { try $0.recordSubscriptions(in: RecordFixture.container) }.isEmpty)
            // Wanted again before it was deleted, it stays as it is.
            try await want(doorbell, fixture)
            try await fixture.flush()
            try await fixture.store.commit(.records(.unsubscribe(app, container: container, id: "doorbell")))
            try await want(doorbell, fixture)
            fixture.cloud.forgetRequests()
            try await fixture.flush()
            #expect(operations(fixture).isEmpty)
        }
    }

    @Test func oneWithEarlierSettingsInTheCloudIsReplaced() async throws {
        try await withRecords { fixture in
            var old = doorbell
            old.firesOn = [.deleted]
            fixture.cloud.addSubscription(RecordCoding.json(old))
            try await want(doorbell, fixture)
            try await fixture.flush()
            #expect(operations(fixture) == ["create", "delete", "create"])
            #expect(fixture.cloud.subscriptions["doorbell"]?["firesOn"] == ["create"])
        }
    }

    @Test func anEqualOneUnderAnotherIDIsSharedUntilNobodyWantsIt() async throws {
        try await withRecords { fixture in
            let other = AppID("org.example.Other")
            try await want(doorbell, fixture)
            var same = doorbell
            same.id = "bell"
            try await want(same, fixture, of: other)
            try await fixture.flush()
            #expect(fixture.cloud.subscriptions.keys.sorted() == ["doorbell"])
            let stored = try await fixture.store.read { try $0.recordSubscriptions(in: RecordFixture.container) }
            #expect(stored.map(\.cloudID) == ["doorbell", "doorbell"])
            try await fixture.store.commit(.records(.unsubscribe(app, container: container, id: "doorbell")))
            try await fixture.flush()
            #expect(fixture.cloud.subscriptions.count == 1)
            try await fixture.store.commit(.records(.unsubscribe(other, container: container, id: "bell")))
            try await fixture.flush()
            #expect(fixture.cloud.subscriptions.isEmpty)
        }
    }

    @Test func oneForTheSameChangesWithOtherSettingsIsRefusedForGood() async throws {
        try await withRecords { fixture in
            try await want(doorbell, fixture)
            var louder = doorbell
            louder.id = "bell"
            louder.notification = .alert("New")
            try await want(louder, fixture, of: AppID("org.example.Other"))
            for _ in 1...2 { try await fixture.flush() }
            #expect(operations(fixture) == ["create", "create"])
            #expect(fixture.cloud.subscriptions.keys.sorted() == ["doorbell"])
            let stored = try await fixture.store.read { try $0.recordSubscriptions(in: RecordFixture.container) }
            #expect(stored.compactMap(\.error?.code) == [.exists])
        }
    }

    @Test func aRefusedOneIsNotTriedAgainUntilItsSettingsChange() async throws {
        try await withRecords { fixture in
            fixture.cloud.setError("BAD_REQUEST", of: "doorbell")
            try await want(doorbell, fixture)
            try await fixture.flush()
            try await fixture.flush()
            #expect(operations(fixture) == ["create"])
            let stored = try await fixture.store.read { try $0.recordSubscriptions(in: RecordFixture.container) }
            #expect(stored.first?.error?.code == .badRequest)
            fixture.cloud.setError(nil, of: "doorbell")
            var changed = doorbell
            changed.firesOn = [.deleted]
            try await want(changed, fixture)
            try await fixture.flush()
            #expect(fixture.cloud.subscriptions["doorbell"]?["firesOn"] == ["delete"])
        }
    }

    @Test func theZoneOfASubscriptionIsCreated() async throws {
        try await withRecords { fixture in
            try await want(.zone("all", "habits"), fixture)
            try await fixture.flush()
            #expect(fixture.cloud.zones == ["_defaultZone", "habits"])
            #expect(fixture.cloud.subscriptions["all"]?["subscriptionType"] == "zone")
            #expect(fixture.cloud.subscriptions["all"]?["firesOn"] == nil)
        }
    }
}
