import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct PushFlowTests {
    private func message(_ title: String, expiry: Expiry? = nil) -> PushSpecification.Message {
        PushSpecification.Message(
            title: title,
            contentType: "text/html",
            body: Data("<p>Soup</p>".utf8),
            expiry: expiry
        )
    }

    @Test func aPushReachesItsAudienceAlone() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let bob = try await fixture.join("bob")
            let order = PushSpecification(audience: .namedUser("ada"), notice: ["badge": 2], message: message("Dinner"))
            let accepted = try await fixture.cloud.accept([order], of: fixture.app)
            try await fixture.deliver()

            let body = try #require(try await fixture.bodies(ada).first)
            #expect(body["push_id"]?.stringValue == accepted[0].id.text)
            #expect(body["message_id"]?.stringValue == accepted[0].message?.id.text)
            #expect(body["app"] == "org.today.Messages")
            #expect(body["sent"] == "2026-11-21T08:00:00.000Z")
            #expect(body["badge"] == 2)
            #expect(try await fixture.events(bob).isEmpty)
            let inbox = try await fixture.cloud.openInbox(ada.channel.inbox, password: ada.password)
            #expect(try await fixture.store.messages(in: try #require(inbox).access.inbox).messages.count == 1)
            #expect(try await fixture.cloud.openInbox(ada.channel.inbox, password: bob.password) == nil)
        }
    }

    @Test func deviceTypesAndZonesNarrowTheAudience() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let orders = [
                PushSpecification(audience: .all, deviceTypes: .some(["android"])),
                PushSpecification(audience: .all, zones: ["Europe/Berlin"]),
                PushSpecification(audience: .all, deviceTypes: .some(["ios"]), notice: ["n": 1]),
                PushSpecification(audience: .all, notice: ["n": 2], zones: ["UTC"]),
            ]
            _ = try await fixture.cloud.accept(orders, of: fixture.app)
            try await fixture.deliver()
            #expect(try await fixture.bodies(ada).map { $0["n"] } == [1, 2])
        }
    }

    @Test func pushesKeepTheirOrderAcrossManyPages() async throws {
        try await withCloud { fixture async throws in
            let late = FanOut.pageSize + 20
            for index in 0..<late {
                try await fixture.store.addChannel(
                    NewChannel(id: ChannelID("c\(index)"), type: "android"),
                    to: fixture.app.number
                )
            }
            // This channel is on the second page of an audience of all; the first page of the first push has no recipient.
            let ada = try await fixture.join("ada")
            for index in 0..<5 {
                let audience: Audience = index.isMultiple(of: 2) ? .all : .namedUser("ada")
                let order = PushSpecification(
                    audience: audience,
                    deviceTypes: index == 0 ? .some(["ios"]) : .all,
                    notice: ["n": .integer(index)]
                )
                _ = try await fixture.cloud.accept([order], of: fixture.app)
            }
            #expect(try await fixture.cloud.fanOut.step())
            #expect(try await fixture.events(ada).isEmpty)
            try await fixture.deliver()
            #expect(try await fixture.bodies(ada).map { $0["n"] } == [0, 1, 2, 3, 4])
        }
    }

    @Test func aPushThatIsTooOldIsNotToldButItsMessageComes() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let quick = PushSpecification(audience: .all, expiry: .seconds(10))
            let withMessage = PushSpecification(audience: .all, message: message("Late"), expiry: .seconds(10))
            _ = try await fixture.cloud.accept([quick, withMessage], of: fixture.app)
            fixture.date.advance(by: 11)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).isEmpty)
            let inbox = try await fixture.cloud.openInbox(ada.channel.inbox, password: ada.password)
            #expect(try await fixture.store.messages(in: try #require(inbox).access.inbox).messages.count == 1)
        }
    }

    @Test func aHostThatIsNotInTheAudienceLearnsThatItsInboxChanged() async throws {
        try await withCloud { fixture async throws in
            let laptop = try await fixture.join("ada", name: "laptop")
            let desk = try await fixture.join("ada", name: "desk")
            let order = PushSpecification(
                audience: .channel(laptop.channel.channel, kind: .open),
                message: message("Dinner")
            )
            _ = try await fixture.cloud.accept([order], of: fixture.app)
            try await fixture.deliver()
            #expect(try await fixture.events(laptop).map(\.content.kind) == ["push"])
            #expect(try await fixture.events(desk).map(\.content.kind) == ["inbox"])
        }
    }

    @Test func aScheduledPushIsSentWhenItIsDue() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let plan = SchedulePlan(
                start: fixture.date.value + 60,
                recurrence: Recurrence(unit: .hourly, count: 1, end: fixture.date.value + 3700)
            )
            let order = PushSpecification(audience: .all, notice: ["n": 1])
            let work = try #require(ScheduledPush(plan: plan, order: order, after: fixture.date.value))
            let schedule = try work.schedule(id: ScheduleID("s"), definition: "{}", isPaused: false)
            try await fixture.store.add([schedule], to: fixture.app.number)
            #expect(try await fixture.cloud.scheduler.step() == false)
            fixture.date.advance(by: 61)
            #expect(try await fixture.cloud.scheduler.step())
            #expect(try await fixture.cloud.scheduler.step() == false)
            fixture.date.advance(by: 3600)
            #expect(try await fixture.cloud.scheduler.step())
            try await fixture.deliver()
            #expect(try await fixture.bodies(ada).count == 2)
            #expect(try await fixture.store.schedule(ScheduleID("s"), of: fixture.app.number) == nil)
        }
    }

    @Test func aRunningCloudDeliversAtOnce() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let mailbox = fixture.cloud.hub.open(ada.device.number, after: 0).mailbox
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do { try await fixture.cloud.run() } catch is CancellationError {}
                }
                for index in 0..<20 {
                    let order = PushSpecification(audience: .all, notice: ["n": .integer(index)])
                    _ = try await fixture.cloud.accept([order], of: fixture.app)
                }
                var numbers: [JSONValue?] = []
                while numbers.count < 20 {
                    guard case .events(let events) = await mailbox.next() else { break }
                    numbers += try events.map { try JSONValue(parsing: $0.content.body)["n"] }
                }
                #expect(numbers == (0..<20).map { .integer($0) })
                group.cancelAll()
            }
            #expect(await mailbox.next() == .end)
        }
    }

    @Test func aWithdrawnMessageIsGone() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let order = PushSpecification(audience: .all, message: message("Oops"))
            let accepted = try await fixture.cloud.accept([order], of: fixture.app)
            try await fixture.deliver()
            #expect(try await fixture.cloud.withdrawMessage(accepted[0].id.text, of: fixture.app))
            let inbox = try await fixture.cloud.openInbox(ada.channel.inbox, password: ada.password)
            #expect(try await fixture.store.messages(in: try #require(inbox).access.inbox).messages.isEmpty)
        }
    }
}
