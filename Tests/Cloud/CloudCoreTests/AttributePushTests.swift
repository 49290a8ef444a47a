import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct AttributePushTests {
    private func condition(_ key: String, _ test: AttributePredicate) -> Audience {
        .attribute(AttributeCondition(key: key, test: test))
    }

    @Test func aPushReachesWhoHasTheValueOrWhoseUserHasIt() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let bob = try await fixture.join("bob")
            let app = fixture.app.number
            let red = [AttributeChange(key: "team", value: .text("red"))]
            let old = [AttributeChange(key: "age", value: .number(70))]
            _ = try await fixture.store.changeAttributes(red, ofChannels: [ada.channel.channel], of: app)
            _ = try await fixture.store.changeAttributes(old, ofNamedUsers: ["bob"], of: app)
            let orders = [
                PushSpecification(audience: condition("team", .equals(.text("red"))), notice: ["n": 1]),
                PushSpecification(audience: condition("age", .greater(.number(60))), notice: ["n": 2]),
                PushSpecification(audience: condition("age", .isEmpty), notice: ["n": 3]),
                PushSpecification(audience: .not(condition("team", .contains("x"))), notice: ["n": 4]),
            ]
            _ = try await fixture.cloud.accept(orders, of: fixture.app)
            try await fixture.deliver()
            #expect(try await fixture.bodies(ada).map { $0["n"] } == [1, 3, 4])
            #expect(try await fixture.bodies(bob).map { $0["n"] } == [2, 4])
        }
    }

    @Test func relativeDatesCountFromWhenThePushWasSent() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let change = AttributeChange(key: "seen", value: .date(fixture.date.value - 60))
            _ = try await fixture.store.changeAttributes([change], ofNamedUsers: ["ada"], of: fixture.app.number)
            let late = PushSpecification(
                audience: condition("seen", .before(.relative(-5, .minutes))),
                notice: ["n": 1]
            )
            let early = PushSpecification(
                audience: condition("seen", .after(.relative(-5, .minutes))),
                notice: ["n": 2]
            )
            _ = try await fixture.cloud.accept([late, early], of: fixture.app)
            // It reaches nobody else although it has waited.
            fixture.date.advance(by: 600)
            try await fixture.deliver()
            #expect(try await fixture.bodies(ada).map { $0["n"] } == [2])
            _ = try await fixture.cloud.accept([late, early], of: fixture.app)
            try await fixture.deliver()
            #expect(try await fixture.bodies(ada).map { $0["n"] } == [2, 1])
        }
    }
}
