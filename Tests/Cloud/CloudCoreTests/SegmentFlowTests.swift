import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct SegmentFlowTests {
    private func add(_ id: String, _ audience: Audience, _ fixture: CloudFixture) async throws {
        let segment = try NewSegment(id: SegmentID(id), name: id, definition: "{}", audience: audience)
        if try await fixture.store.replace(segment, of: fixture.app.number) { return }
        try await fixture.store.add(segment, to: fixture.app.number)
    }

    private func fill(_ name: String, _ members: [ListMember], _ fixture: CloudFixture) async throws {
        if try await fixture.store.staticList(name, of: fixture.app.number) == nil {
            try await fixture.store.addStaticList(name, description: nil, extra: nil, to: fixture.app.number)
        }
        let list = try #require(try await fixture.store.staticList(name, of: fixture.app.number))
        var rest = members.makeIterator()
        try await fixture.cloud.replaceMembers(of: list, by: { rest.next() }, of: fixture.app)
    }

    private func send(_ audience: Audience, _ fixture: CloudFixture) async throws {
        _ = try await fixture.cloud.accept([PushSpecification(audience: audience)], of: fixture.app)
    }

    @Test func aSegmentSelectsWhomItsCriteriaSelect() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let bob = try await fixture.join("bob")
            try await add("s", .namedUser("ada"), fixture)
            try await send(.segment(SegmentID("s")), fixture)
            try await send(.not(.segment(SegmentID("s"))), fixture)
            try await send(.or([.segment(SegmentID("s")), .namedUser("bob")]), fixture)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 2)
            #expect(try await fixture.events(bob).count == 2)
        }
    }

    @Test func aPushKeepsTheCriteriaOfItsTimeButAListIsReadLater() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let bob = try await fixture.join("bob")
            try await add("s", .namedUser("ada"), fixture)
            try await fill("vip", [.namedUser("ada")], fixture)
            try await send(.segment(SegmentID("s")), fixture)
            try await send(.staticList("vip"), fixture)
            try await add("s", .namedUser("bob"), fixture)
            try await fill("vip", [.namedUser("bob")], fixture)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 1)
            #expect(try await fixture.events(bob).count == 1)
        }
    }

    @Test func whatNamesSomethingThatIsGoneIsForNobody() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            try await add("broken", .not(.staticList("gone")), fixture)
            let audiences: [Audience] = [
                .segment(SegmentID("gone")), .not(.segment(SegmentID("gone"))), .not(.staticList("gone")),
                .or([.all, .segment(SegmentID("gone"))]), .segment(SegmentID("broken")),
            ]
            for audience in audiences { try await send(audience, fixture) }
            try await fixture.deliver()
            #expect(try await fixture.events(ada).isEmpty)
        }
    }

    @Test(arguments: [
        Audience.not(.staticList("out")), .and([.all, .not(.staticList("out"))]), .or([.all, .staticList("out")]),
    ])
    func aPushWhoseListIsRemovedBeforeItsDeliveryIsForNobody(audience: Audience) async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let bob = try await fixture.join("bob")
            try await fill("out", [.namedUser("ada")], fixture)
            try await send(audience, fixture)
            try await send(.namedUser("bob"), fixture)
            #expect(try await fixture.cloud.removeStaticList("out", of: fixture.app))
            try await fixture.deliver()
            #expect(try await fixture.events(ada).isEmpty)
            #expect(try await fixture.events(bob).count == 1)
        }
    }

    @Test func aListThatIsMadeAnewIsNotTheOneThatAPushNames() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            try await fill("out", [.namedUser("ada")], fixture)
            try await send(.not(.staticList("out")), fixture)
            fixture.date.advance(by: 1)
            #expect(try await fixture.cloud.removeStaticList("out", of: fixture.app))
            try await fill("out", [], fixture)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).isEmpty)
            try await send(.not(.staticList("out")), fixture)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 1)
        }
    }

    @Test func aPushEndsWhereItIsWhenItsListIsRemoved() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            for index in 0..<FanOut.pageSize {
                try await fixture.store.addChannel(
                    NewChannel(id: ChannelID("c\(index)"), type: "ios"),
                    to: fixture.app.number
                )
            }
            let bob = try await fixture.join("bob")
            try await fill("out", [.namedUser("bob")], fixture)
            try await send(.not(.staticList("out")), fixture)
            #expect(try await fixture.cloud.fanOut.step())
            #expect(try await fixture.cloud.removeStaticList("out", of: fixture.app))
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 1)
            #expect(try await fixture.events(bob).isEmpty)
        }
    }

    @Test func aSegmentThatMakesTheAudienceTooLargeIsForNobody() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            try await add("s", .or((0..<600).map { .namedUser("u\($0)") } + [.all]), fixture)
            try await send(.segment(SegmentID("s")), fixture)
            try await send(.or([.segment(SegmentID("s")), .not(.segment(SegmentID("s")))]), fixture)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 1)
        }
    }

    @Test func aSegmentMayBeAsDeepAsTheAudienceThatNamesIt() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            var (criteria, audience) = (Audience.namedUser("ada"), Audience.segment(SegmentID("s")))
            for _ in 0..<15 {
                criteria = .not(.not(criteria))
                audience = .not(.not(audience))
            }
            try await add("s", criteria, fixture)
            try await send(audience, fixture)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 1)
        }
    }

    @Test func aScheduleReadsItsSegmentWhenItIsDue() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let bob = try await fixture.join("bob")
            try await add("s", .namedUser("ada"), fixture)
            let order = PushSpecification(audience: .segment(SegmentID("s")))
            let plan = SchedulePlan(
                start: fixture.date.value + 60,
                recurrence: Recurrence(unit: .hourly, count: 1, end: fixture.date.value + 7300)
            )
            let work = try #require(ScheduledPush(plan: plan, order: order, after: fixture.date.value))
            let schedule = try work.schedule(id: ScheduleID("one"), definition: "{}", isPaused: false)
            try await fixture.store.add([schedule], to: fixture.app.number)
            try await add("s", .namedUser("bob"), fixture)
            fixture.date.advance(by: 61)
            #expect(try await fixture.cloud.scheduler.step())
            try await fixture.deliver()
            #expect(try await fixture.events(ada).isEmpty)
            #expect(try await fixture.events(bob).count == 1)
            _ = try await fixture.store.removeSegment(SegmentID("s"), of: fixture.app.number)
            fixture.date.advance(by: 3600)
            #expect(try await fixture.cloud.scheduler.step())
            try await fixture.deliver()
            #expect(try await fixture.events(bob).count == 1)
            #expect(try await fixture.store.schedule(ScheduleID("one"), of: fixture.app.number) != nil)
        }
    }

    @Test func aScheduleOutlivesASegmentThatIsDamaged() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let damaged = NewSegment(id: SegmentID("s"), name: "s", definition: "{}", criteria: "{damaged")
            try await fixture.store.add(damaged, to: fixture.app.number)
            let orders = [
                PushSpecification(audience: .segment(SegmentID("s"))),
                PushSpecification(audience: .not(.segment(SegmentID("s")))),
                PushSpecification(audience: .namedUser("ada")),
            ]
            let plan = SchedulePlan(
                start: fixture.date.value + 60,
                recurrence: Recurrence(unit: .hourly, count: 1, end: fixture.date.value + 7300)
            )
            let schedules = try orders.enumerated().map { index, order in
                let work = try #require(ScheduledPush(plan: plan, order: order, after: fixture.date.value))
                return try work.schedule(id: ScheduleID("\(index)"), definition: "{}", isPaused: false)
            }
            try await fixture.store.add(schedules, to: fixture.app.number)
            fixture.date.advance(by: 61)
            #expect(try await fixture.cloud.scheduler.step())
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 1)
            // After the repair the schedules still exist.
            try await add("s", .namedUser("ada"), fixture)
            fixture.date.advance(by: 3600)
            #expect(try await fixture.cloud.scheduler.step())
            try await fixture.deliver()
            #expect(try await fixture.events(ada).count == 3)
        }
    }

    @Test func onlyChannelsOfTheRightKindAreMembers() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let id = ada.channel.channel
            let table: [([ListMember], Int)] = [
                ([.channel(id, kind: .open)], 1), ([.channel(id, kind: .ios)], 1), ([.channel(id, kind: nil)], 1),
                ([.channel(id, kind: .android)], 0), ([.channel(id, kind: .web), .channel(id, kind: .open)], 1),
                ([.channel(ChannelID("none"), kind: nil)], 0), ([.channel(id, kind: nil), .namedUser("ada")], 1),
                ([], 0),
            ]
            var expected = 0
            for (members, count) in table {
                try await fill("vip", members, fixture)
                let list = try await fixture.store.staticList("vip", of: fixture.app.number)
                #expect(list?.channelCount == count, "\(members)")
                try await send(.staticList("vip"), fixture)
                try await fixture.deliver()
                expected += count
                #expect(try await fixture.events(ada).count == expected, "\(members)")
            }
        }
    }
}
