import FoundationEssentials
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import HostStorage

@Suite struct DeliveredNotificationTests {
    @Test func aDeliveryTakesTheRequestFromThePendingOnes() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            let action = NotificationAction(identifier: "a", title: "A")
            let scheduled = try await store.keep(.sample("x", due: 0.25, actions: [action]))
            date.advance(by: 90.5)
            let receipt = try await store.commit(.deliver(scheduled, isLate: true))
            let record = DeliveredRecord(
                id: DeliveredID(rawValue: 1),
                app: "com.a",
                request: scheduled.request,
                actions: [action],
                date: .sample(90.5),
                due: .sample(0.25),
                isLate: true,
                isListed: true,
                revision: receipt.revision
            )
            #expect(receipt.outcomes == [.changed])
            #expect(try await store.read { try $0.delivered(record.id) } == record)
            #expect(try await store.read { try $0.delivered(of: "com.a", identifier: "x") } == record)
            #expect(try await store.read { try $0.newestDelivered(limit: 10) } == [record])
            #expect(try await store.read { try $0.scheduled("com.a", identifier: "x") } == nil)
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == 0)
            #expect(record.notification.due == .sample(0.25))
        }
    }

    /// The bodies of messages that were sent one after the other arrive in any order.
    @Test func whatCameTogetherIsInTheOrderInWhichItWasDue() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            date.advance(by: 50)
            for due in [3, 5, 4, 1, 2, 3.5] as [Double] { _ = try await store.show(.sample("\(due)", due: due)) }
            let order = ["5.0", "4.0", "3.5", "3.0", "2.0", "1.0"]
            #expect(try await store.read { try $0.newestDelivered(limit: 10).map(\.request.identifier) } == order)
            // What was shown some time ago stays below what is new, even if that was due before.
            date.advance(by: 61)
            _ = try await store.show(.sample("late", due: 0))
            #expect(
                try await store.read { try $0.newestDelivered(limit: 10).map(\.request.identifier) } == ["late"] + order
            )
        }
    }

    @Test func aRepeatingRequestMovesToItsNextTime() async throws {
        try await withPromises { store async throws in
            let scheduled = try await store.keep(.sample("x", due: 10))
            try await store.commit(.deliver(scheduled, next: .sample(70)))
            let kept = try await store.read { try $0.scheduled("com.a", identifier: "x") }
            #expect(kept?.due == .sample(70))
            #expect(kept?.generation == scheduled.generation)
            // The same order again is for a time that is over.
            let again = try await store.commit(.deliver(scheduled, next: .sample(70)))
            #expect(again.outcomes == [.unchanged])
            let next = try #require(kept)
            try await store.commit(.deliver(next, next: .sample(130)))
            #expect(try await store.read { try $0.nextDue() } == .sample(130))
            #expect(try await store.read { try $0.deliveredCount() } == 1)
        }
    }

    @Test(arguments: ["replaced", "removed", "rescheduled", "delivered"])
    func whatHappenedSinceTheRequestWasReadWins(event: String) async throws {
        try await withPromises { store async throws in
            let old = try await store.keep(.sample("x", title: "Old", due: 10))
            switch event {
            case "replaced":
                try await store.commit(.schedule(.sample("x", title: "New", due: 10)))
            case "removed":
                try await store.commit(.notification(.removePending("com.a", identifiers: ["x"])))
            case "rescheduled":
                try await store.commit(
                    .notification(
                        .reschedule("com.a", identifier: "x", generation: old.generation, due: .sample(11))
                    )
                )
            default:
                try await store.show(.sample("x", title: "New"), as: [.list])
            }
            let before = try await store.read { try $0.delivered(of: "com.a", identifier: "x") }
            let changes = try await store.changes { () async throws in
                #expect(try await store.commit(.deliver(old)).outcomes == [.unchanged])
            }
            #expect(changes == [])
            #expect(try await store.read { try $0.delivered(of: "com.a", identifier: "x") } == before)
        }
    }

    @Test func aDeliveryUpdatesTheDeliveredOneInPlace() async throws {
        try await withPromises { store async throws in
            let first = try await store.show(.sample("x", title: "One"))
            try await store.show(.sample("y"))
            var second = first
            let changes = try await store.changes {
                second = try await store.show(.sample("x", title: "Two"), as: [.list])
            }
            #expect(changes == [[.schedule], [.schedule, .delivered(first.id, app: "com.a", arrives: false)]])
            #expect(second.id == first.id)
            #expect(second.revision > first.revision)
            #expect(try await store.read { try $0.deliveredCount() } == 2)
            // It is the newest now.
            let newest = try await store.read { try $0.newestDelivered(limit: 10) }
            #expect(newest.map(\.request.content.title) == ["Two", "Title"])
        }
    }

    @Test func anotherAppsIdentifierIsAnother() async throws {
        try await withPromises { store async throws in
            let one = try await store.show(.sample("x"))
            let other = try await store.show(.sample("x", of: "com.b"))
            #expect(one.id != other.id)
            #expect(try await store.read { try $0.deliveredCounts() } == ["com.a": 1, "com.b": 1])
            try await store.commit(.notification(.removeDelivered("com.a", identifiers: nil)))
            #expect(try await store.read { try $0.newestDelivered(limit: 10) } == [other])
            #expect(try await store.read { try $0.deliveredCounts() } == ["com.b": 1])
        }
    }

    @Test(
        arguments: [
            ([.banner, .list], true, 1), ([.list, .sound], false, 1), ([.banner], true, 0),
        ] as [(Set<NotificationPresentationOption>, Bool, Int)]
    )
    func aBannerArrivesAndAListedOneIsListed(
        presentation: Set<NotificationPresentationOption>,
        arrives: Bool,
        count: Int
    ) async throws {
        try await withPromises { store async throws in
            let scheduled = try await store.keep(.sample("x", badge: 3))
            let changes = try await store.changes {
                try await store.commit(.deliver(scheduled, as: presentation))
            }
            let record = try #require(try await store.read { try $0.delivered(of: "com.a", identifier: "x") })
            #expect(changes == [[.schedule, .delivered(record.id, app: "com.a", arrives: arrives)]])
            #expect(record.isListed == (count == 1))
            #expect(try await store.read { try $0.deliveredCount() } == count)
            #expect(try await store.read { try $0.newestDelivered(limit: 9).count } == count)
            let page = try await store.read { try $0.deliveredNotifications(of: "com.a", after: nil, limit: 9) }
            #expect(page.count == count)
            // Without the option the badge stays.
            #expect(try await store.read { try $0.badge(of: "com.a") } == 0)
        }
    }

    @Test func theListedOnesAreCountedThroughEveryChange() async throws {
        try await withPromises { store async throws in
            try await store.show(.sample("x"), as: [.list])
            try await store.show(.sample("y"), as: [.list])
            try await store.show(.sample("x"), as: [.banner])
            #expect(try await store.read { try $0.deliveredCount() } == 1)
            try await store.show(.sample("x"), as: [.list])
            #expect(try await store.read { try $0.deliveredCount() } == 2)
            try await store.show(.sample("x"), as: [.banner])
            try await store.commit(.notification(.removeDelivered("com.a", identifiers: ["x", "unknown"])))
            #expect(try await store.read { try $0.deliveredCount() } == 1)
            try await store.commit(.notification(.removeDelivered("com.a", identifiers: ["y"])))
            #expect(try await store.read { try $0.deliveredCount() } == 0)
            #expect(try await store.read { try $0.deliveredCounts() } == [:])
        }
    }

    @Test func withNeitherBannerNorListItIsOverAndAnOlderOneGoes() async throws {
        try await withPromises { store async throws in
            let older = try await store.show(.sample("x"))
            let scheduled = try await store.keep(.sample("x", badge: 4))
            let changes = try await store.changes {
                let outcomes = try await store.commit(.deliver(scheduled, as: [.badge, .sound])).outcomes
                #expect(outcomes == [.changed])
            }
            #expect(changes == [[.schedule, .badge("com.a"), .withdrawn(older.id, app: "com.a")]])
            #expect(try await store.read { try $0.delivered(older.id) } == nil)
            #expect(try await store.read { try $0.badge(of: "com.a") } == 4)
            #expect(try await store.read { try $0.nextDue() } == nil)
        }
    }

    @Test func theContentSetsOrClearsTheBadge() async throws {
        try await withPromises { store async throws in
            try await store.show(.sample("x", badge: 7))
            #expect(try await store.read { try $0.badges() } == ["com.a": 7])
            try await store.show(.sample("y"))
            #expect(try await store.read { try $0.badge(of: "com.a") } == 7)
            try await store.show(.sample("z", badge: 0))
            #expect(try await store.read { try $0.badges() } == [:])
        }
    }

    @Test func aNumberIsNeverUsedAgain() async throws {
        try await withFolder { folder in
            var last = DeliveredID(rawValue: 0)
            for _ in 0..<3 {
                let store = try DurableStore(path: folder + "/promises.sqlite")
                for _ in 0..<2 {
                    let record = try await store.show(.sample("x"))
                    #expect(record.id > last)
                    last = record.id
                    try await store.commit(.response(.dismiss(record.id)))
                }
                await store.close()
            }
        }
    }

    @Test func theOldestGiveWay() async throws {
        try await withPromises { store async throws in
            let limit = NotificationOperation.deliveredLimit
            for start in stride(from: 0, to: limit, by: 250) {
                let names = (start..<start + 250).map { "n\($0)" }
                try await store.commit(
                    StoreTransaction(names.map { .schedule(.sample($0)) }, origin: .host)
                )
                let due = try await store.read { try $0.due(before: .sample(60), limit: 1000) }
                try await store.commit(StoreTransaction(due.map { .deliver($0) }, origin: .host))
            }
            try await store.show(.sample("other", of: "com.b"))
            #expect(try await store.read { try $0.deliveredCounts() } == ["com.a": limit, "com.b": 1])
            // Shown again it is the newest, so another is the oldest.
            let newest = try await store.show(.sample("n0"))
            let oldest = try #require(try await store.read { try $0.delivered(of: "com.a", identifier: "n1") })
            let scheduled = try await store.keep(.sample("more"))
            let changes = try await store.changes { try await store.commit(.deliver(scheduled, as: [.banner])) }
            #expect(changes.first?.last == .withdrawn(oldest.id, app: "com.a"))
            #expect(changes.first?.count == 3)
            #expect(try await store.read { try $0.delivered(oldest.id) } == nil)
            #expect(try await store.read { try $0.delivered(newest.id) } != nil)
            #expect(try await store.read { try $0.deliveredCounts() } == ["com.a": limit - 1, "com.b": 1])
            let all = try await store.changes {
                try await store.commit(.notification(.removeDelivered("com.a", identifiers: nil)))
            }
            #expect(all.first?.count == limit)
            #expect(try await store.read { try $0.deliveredCounts() } == ["com.b": 1])
        }
    }

    @Test func theNewestOfSomeAppsLeaveOthersOut() async throws {
        try await withPromises { store async throws in
            for (identifier, app) in [("1", "com.a"), ("2", "com.b"), ("3", "com.\"c"), ("4", "com.a")] {
                try await store.show(.sample(identifier, of: AppID(app)))
            }
            let some = try await store.read {
                try $0.newestDelivered(limit: 10, of: ["com.a", "com.\"c"]).map(\.request.identifier)
            }
            #expect(some == ["4", "3", "1"])
            #expect(try await store.read { try $0.newestDelivered(limit: 10, of: []) } == [])
            #expect(try await store.read { try $0.newestDelivered(limit: 1).map(\.request.identifier) } == ["4"])
        }
    }

    @Test func pagesGoThroughAnAppByIdentifier() async throws {
        try await withPromises { store async throws in
            for identifier in ["c", "a", "d", "b", "e"] { try await store.show(.sample(identifier)) }
            try await store.show(.sample("bb"), as: [.banner])
            let first = try await store.read { try $0.deliveredNotifications(of: "com.a", after: nil, limit: 3) }
            #expect(first.map(\.request.identifier) == ["a", "b", "c"])
            let second = try await store.read { try $0.deliveredNotifications(of: "com.a", after: "c", limit: 3) }
            #expect(second.map(\.request.identifier) == ["d", "e"])
        }
    }
}
