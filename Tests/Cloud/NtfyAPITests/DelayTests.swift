import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct DelayTests {
    /// It is a Saturday, 08:00 in UTC.
    @Test(arguments: [
        ("30m", 1800.0), ("2 hours", 7200), ("1h30m", 5400), ("1 day", 86_400), ("in 20 minutes", 1200),
        ("90 minutes from now", 5400), ("10s", 10), ("1795249000", 1000), ("10am", 7200), ("8:30pm", 45_000),
        ("7am", 82_800), ("tomorrow", 86_400), ("tomorrow, 10am", 93_600), ("tomorrow at 7:15 am", 83_700),
        ("18:00", 36_000), ("noon", 14_400), ("midnight", 57_600), ("tonight", 43_200), ("today 9pm", 46_800),
        ("sunday", 86_400), ("Monday, 7am", 169_200), ("next tue", 259_200),
    ])
    func aDelayIsATimeADurationOrSimpleEnglish(text: String, seconds: Double) async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.publish("x", headers: ["Delay": text])
            #expect(message["time"] == .integer(1_795_248_000 + Int(seconds)))
        }
    }

    @Test(arguments: [
        "soon", "10", "1 fortnight", "25:00", "13pm", "10am 11am", "monday tuesday", "at", "-5m", "1e9h", "in", "m",
    ])
    func whatIsNoDelayIsRefused(text: String) async throws {
        try await withNtfy { ntfy async throws in
            let code = try await ntfy.publish("x", headers: ["Delay": text])["code"]?.integerValue ?? 0
            #expect([40_004, 40_005, 40_006].contains(code))
        }
    }

    @Test func aDelayedMessageComesWhenItsTimeHasCome() async throws {
        try await withNtfy { ntfy async throws in
            let ada = try await ntfy.fixture.join("ada")
            _ = try await ntfy.store.subscribe("ada", to: "home")
            let message = try await ntfy.publish("Soup", headers: ["In": "1h"])
            #expect(try await ntfy.poll() == [])
            #expect(try await ntfy.poll("home", "&scheduled=1") == [message])
            try await ntfy.fixture.cloud.topicScheduler.step()
            #expect(try await ntfy.poll() == [])
            ntfy.fixture.date.advance(by: 3600)
            try await ntfy.fixture.cloud.topicScheduler.step()
            #expect(try await ntfy.poll() == [message])
            #expect(try await ntfy.poll("home", "&sched=1") == [message])
            #expect(try await ntfy.fixture.bodies(ada).last == ["topic": "home", "message": message])
            try await ntfy.fixture.cloud.topicScheduler.step()
            #expect(try await ntfy.fixture.bodies(ada).count == 1)
        }
    }

    @Test func aDelayedMessageIsReplacedAndRemovedByItsSequence() async throws {
        try await withNtfy { ntfy async throws in
            try await ntfy.publish("1", headers: ["In": "1h", "SID": "dinner"])
            try await ntfy.publish("2", headers: ["In": "2h", "SID": "dinner"])
            let other = try await ntfy.publish("3", headers: ["In": "2h"])
            #expect(try await ntfy.texts("home", "&scheduled=1") == ["2", "3"])
            #expect(try await ntfy.client.send(.delete, "/home/dinner").status == 200)
            #expect(try await ntfy.client.send(.delete, "/home/\(other["id"]?.stringValue ?? "")").status == 200)
            #expect(try await ntfy.texts("home", "&scheduled=1") == [])
            try await ntfy.publish("4", headers: ["In": "1h", "SID": "dinner"])
            try await ntfy.publish("now", headers: ["SID": "dinner"])
            #expect(try await ntfy.texts("home", "&scheduled=1") == ["now"])
            try await ntfy.publish("5", headers: ["In": "1h", "SID": "dinner"])
            #expect(try await ntfy.client.send(.put, "/home/dinner/clear").status == 200)
            #expect(try await ntfy.texts("home", "&scheduled=1") == ["now", "5"])
        }
    }
}
