import CloudStorage
import Foundation
import Testing
import TodayTestSupport

@Suite struct ScheduleTests {
    private func schedule(_ id: String, at date: Date?, isPaused: Bool = false) -> NewSchedule {
        NewSchedule(id: ScheduleID(id), definition: "{}", work: "w", next: date, isPaused: isPaused)
    }

    @Test func whatIsDueRunsOnceWithItsPushes() async throws {
        try await withStore { fixture async throws in
            let date = fixture.clock.value
            try await fixture.store.add([schedule("late", at: date + 60), schedule("now", at: date)], to: fixture.app)
            #expect(try await fixture.store.nextScheduleDate() == date)
            let due = try await fixture.store.dueSchedules(at: date, limit: 9)
            #expect(due.map(\.id.text) == ["now"])
            let push = NewPush(id: PushID("p"), selection: "", content: fixture.content())
            #expect(try await fixture.store.run(due[0], pushes: [push], work: "w2", next: date + 120))
            let other = NewPush(id: PushID("q"), selection: "", content: fixture.content())
            #expect(try await fixture.store.run(due[0], pushes: [other], work: "w3", next: nil) == false)
            #expect(try await fixture.store.pendingPushes(limit: 9).count == 1)
            let kept = try #require(try await fixture.store.schedule(ScheduleID("now"), of: fixture.app))
            #expect(kept.work == "w2")
            #expect(try await fixture.store.run(kept, pushes: [], work: "", next: nil))
            #expect(try await fixture.store.schedule(ScheduleID("now"), of: fixture.app) == nil)
            #expect(try await fixture.store.nextScheduleDate() == date + 60)
        }
    }

    @Test func aPausedScheduleIsNeverDue() async throws {
        try await withStore { fixture async throws in
            let date = fixture.clock.value
            try await fixture.store.add([schedule("a", at: date, isPaused: true)], to: fixture.app)
            #expect(try await fixture.store.dueSchedules(at: date + 60, limit: 9).isEmpty)
            #expect(try await fixture.store.nextScheduleDate() == nil)
            #expect(try await fixture.store.replace(schedule("a", at: date), version: 2, of: fixture.app) == false)
            #expect(try await fixture.store.replace(schedule("a", at: date), version: 1, of: fixture.app))
            #expect(try await fixture.store.dueSchedules(at: date + 60, limit: 9).count == 1)
        }
    }

    @Test func theListIsPagedByKey() async throws {
        try await withStore { fixture async throws in
            let date = fixture.clock.value
            try await fixture.store.add((0..<5).map { schedule("s\($0)", at: date) }, to: fixture.app)
            let first = try await fixture.store.schedules(of: fixture.app, after: nil, limit: 2)
            #expect(first.total == 5)
            #expect(first.page.map(\.id.text) == ["s0", "s1"])
            let rest = try await fixture.store.schedules(of: fixture.app, after: first.page.last?.number, limit: 9)
            #expect(rest.page.map(\.id.text) == ["s2", "s3", "s4"])
            #expect(try await fixture.store.removeSchedule(ScheduleID("s1"), of: fixture.app))
            #expect(try await fixture.store.removeSchedule(ScheduleID("s1"), of: fixture.app) == false)
        }
    }
}
