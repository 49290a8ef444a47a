import Foundation
import HostClock
import HostModel
import HostStorage
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// Updates while nobody watches, on a screen whose clock the test moves: at first it is 8:00.
@Suite(.timeLimit(.minutes(10))) struct UnseenUpdateTests {
    typealias Call = ScriptedProcesses.Call

    /// The next request to the widget's process.
    func next(_ fixture: ScreenFixture, line: UInt = #line) async throws -> Call {
        try await withTimeLimit(on: "the next request", line: line) {
            for await call in fixture.processes.calls { return call }
            throw CancellationError()
        }
    }

    /// Answers the next update, and waits until the screen has the answer.
    ///
    /// - Returns: Its reasons.
    @discardableResult
    func update(
        _ fixture: ScreenFixture,
        refresh: RefreshPolicy? = .nextDay,
        line: UInt = #line
    ) async throws -> [UpdateReason] {
        let call = try await next(fixture, line: line)
        let request = try #require(call.update)
        call.answer(.content(try ScreenFixture.content("61°", refresh: refresh)))
        try await settle(fixture, line: line)
        return request.reasons
    }

    func settle(_ fixture: ScreenFixture, line: UInt = #line) async throws {
        try await withTimeLimit(on: "the end of an update", line: line) {
            await fixture.screen.waitUntilSettled(ScreenFixture.widget)
        }
    }

    /// Gives the widget its first content, in a language, without anybody who watches.
    func fill(_ fixture: ScreenFixture, refresh: RefreshPolicy? = .nextDay, language: String = "en") async throws {
        _ = fixture.screen.state(for: Viewer(language: language, zone: "UTC"), opens: true)
        #expect(try await update(fixture, refresh: refresh) == [.opened])
    }

    /// The reasons of the next update after the person has asked for one: if nothing else came before, only that.
    func fence(_ fixture: ScreenFixture, line: UInt = #line) async throws -> [UpdateReason] {
        fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
        return try await update(fixture, line: line)
    }

    func used(_ fixture: ScreenFixture) -> Int {
        fixture.screen.updateSchedule(of: ScreenFixture.widget).unseenUpdates
    }

    @Test func aChangeOfItsGroupUpdatesAWidgetThatNobodyWatches() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            let stamp = try await fixture.store.durable.commit(
                .defaults(.set(group: ScreenFixture.group, key: "a", value: .integer(1)))
            ).revision
            fixture.screen.groupsChanged([ScreenFixture.group])
            let call = try await next(fixture)
            #expect(call.update?.reasons == [.groupChanged])
            #expect(try #require(call.update).revision >= stamp)
            call.answer(.content(try ScreenFixture.content("62°")))
            try await settle(fixture)
            #expect(
                fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)?.compact
                    == (try ScreenFixture.card("62°"))
            )
            #expect(used(fixture) == 1)
        }
    }

    @Test func aWidgetThatNobodyHasSeenIsUpdatedInTheHostsLanguage() async throws {
        try await withScreen { fixture in
            fixture.screen.groupsChanged([ScreenFixture.group])
            let call = try await next(fixture)
            #expect(call.update?.context.language == "en")
            call.answer(.content(try ScreenFixture.content("62°")))
            try await settle(fixture)
        }
    }

    @Test func changesThatFollowOneAnotherAreOneUpdateWhenTheyAreOver() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            try await update(fixture)
            for _ in 0..<4 {
                fixture.clock.advance(by: 3)
                fixture.screen.groupsChanged([ScreenFixture.group])
            }
            #expect(used(fixture) == 1)
            let schedule = fixture.screen.updateSchedule(of: ScreenFixture.widget)
            #expect(schedule.nextUpdate == fixture.clock.now + 5)
            fixture.clock.advance(by: 5)
            #expect(try await update(fixture) == [.groupChanged])
            #expect(try await fence(fixture) == [.reload])
            #expect(used(fixture) == 2)
        }
    }

    @Test func aRefreshTimePassesWithNobodyThere() async throws {
        try await withScreen { fixture in
            try await fill(fixture, refresh: .after(seconds: 15))
            fixture.clock.advance(by: 15)
            #expect(try await update(fixture, refresh: .after(seconds: 15)) == [.refreshTime])
            // The second one is due after 15 s, and waits until the spacing has passed.
            fixture.clock.advance(by: 899)
            #expect(try await fence(fixture) == [.reload])
            #expect(used(fixture) == 1)
        }
    }

    @Test func theDayChangesWithNobodyThere() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.clock.advance(by: 16 * 3600)
            #expect(try await update(fixture) == [.dayChanged])
            #expect(used(fixture) == 1)
        }
    }

    @Test func theLimitOfADayHoldsUntilMidnight() async throws {
        try await withScreen(unseenUpdateLimit: 3) { fixture in
            try await fill(fixture)
            // At 8:00 a third of the day has passed: two updates may be spent, and the third from 16:00 on.
            for minute in [0.0, 15, 465] {
                fixture.clock.advance(by: minute * 60)
                fixture.screen.groupsChanged([ScreenFixture.group])
                // With so low a limit a change waits until nothing has changed for two minutes.
                let next = fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate
                #expect(next == fixture.clock.now + 120)
                fixture.clock.advance(by: 120)
                try await update(fixture)
            }
            #expect(used(fixture) == 3)
            fixture.clock.advance(by: 3600)
            fixture.screen.groupsChanged([ScreenFixture.group])
            let schedule = fixture.screen.updateSchedule(of: ScreenFixture.widget)
            #expect(schedule.obstacle == .limitReached)
            #expect(schedule.nextUpdate == ClockDay(of: fixture.clock.now, in: .gmt).interval.end)
            #expect(try await fence(fixture).contains(.reload))
            fixture.screen.groupsChanged([ScreenFixture.group])
            fixture.clock.advance(by: 7 * 3600)
            // The change of the day comes with that of the group, or after it if the screen saw the group's only at midnight.
            var reasons = try await update(fixture)
            if reasons == [.groupChanged] { reasons += try await update(fixture) }
            #expect(reasons.sorted { $0.rawValue < $1.rawValue } == [.dayChanged, .groupChanged])
            #expect((1...2).contains(used(fixture)))
        }
    }

    @Test func withoutALimitNothingRunsUntilSomebodyLooks() async throws {
        try await withScreen(unseenUpdateLimit: 0) { fixture in
            try await fill(fixture, refresh: .after(seconds: 15))
            fixture.screen.groupsChanged([ScreenFixture.group])
            fixture.clock.advance(by: 3600)
            let schedule = fixture.screen.updateSchedule(of: ScreenFixture.widget)
            #expect(schedule.obstacle == .turnedOff)
            #expect(schedule.nextUpdate == nil)
            _ = fixture.screen.state(for: fixture.viewer, opens: true)
            #expect(try await update(fixture) == [.groupChanged, .opened])
        }
    }

    @Test func aLowBatteryPutsUpdatesOff() async throws {
        try await withTemporaryDirectory { folder in
            let battery = URL(filePath: "\(folder)/BAT0")
            try FileManager.default.createDirectory(at: battery, withIntermediateDirectories: true)
            try Data("Battery\n".utf8).write(to: battery.appending(path: "type"))
            try Data("12\n".utf8).write(to: battery.appending(path: "capacity"))
            try Data("Discharging\n".utf8).write(to: battery.appending(path: "status"))
            try await withScreen(powerSupplyFolder: folder) { fixture in
                try await fill(fixture)
                fixture.screen.groupsChanged([ScreenFixture.group])
                #expect(fixture.screen.updateSchedule(of: ScreenFixture.widget).obstacle == .lowBattery)
                try await wait(for: "the time at which the battery is looked at again") {
                    fixture.clock.nextDeadline == fixture.clock.now + 900
                }
                // Nor does what a process asks for run now.
                fixture.screen.hasNewContent(ScreenFixture.widget)
                #expect(try await fence(fixture) == [.groupChanged, .hasContent, .reload])
                #expect(used(fixture) == 0)
                fixture.screen.groupsChanged([ScreenFixture.group])
                try Data("Charging\n".utf8).write(to: battery.appending(path: "status"))
                fixture.clock.advance(by: 900)
                #expect(try await update(fixture) == [.groupChanged])
                #expect(used(fixture) == 1)
            }
        }
    }

    @Test func whatRunsAnywayDoesNotCount() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            for _ in 0..<3 { #expect(try await fence(fixture) == [.reload]) }
            #expect(used(fixture) == 0)
            let page = fixture.screen.events(for: fixture.viewer, after: nil, scene: nil)
            fixture.screen.groupsChanged([ScreenFixture.group])
            #expect(try await update(fixture) == [.groupChanged])
            withExtendedLifetime(page) {}
            #expect(used(fixture) == 0)
        }
    }

    @Test func onlyTheLanguageThatWasLookedAtLastIsUpdated() async throws {
        try await withScreen { fixture in
            for language in ["en", "de", "fr"] {
                fixture.clock.advance(by: 60)
                try await fill(fixture, language: language)
            }
            // The newest content is in another language than the one that was looked at last.
            fixture.clock.advance(by: 60)
            _ = fixture.screen.state(for: Viewer(language: "de", zone: "UTC"), opens: true)
            try await next(fixture).answer(.noData())
            try await settle(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            let call = try await next(fixture)
            #expect(call.update?.context.language == "de")
            call.answer(.content(try ScreenFixture.content("62°")))
            try await settle(fixture)
            // The others are stale, and become fresh when somebody opens them.
            _ = fixture.screen.state(for: fixture.viewer, opens: true)
            #expect(try await update(fixture) == [.groupChanged, .opened])
            #expect(used(fixture) == 1)
        }
    }

    @Test func aTapDoesNotWaitForAnUpdateThatNobodyWatches() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            let unseen = try await next(fixture)
            let tap = Tap(id: TapID("t"), target: .widget(ScreenFixture.widget))
            let outcome = Task {
                try await fixture.screen.perform(tap, on: ScreenFixture.widget, viewer: fixture.viewer)
            }
            try await withTimeLimit(on: "the cancellation of the update") {
                await withCheckedContinuation { unseen.cancellation?.onCancel($0.resume) }
            }
            unseen.answer(.cancelled)
            let call = try await next(fixture)
            #expect(call.tap?.id == tap.id)
            call.end(.done(open: nil))
            _ = try await outcome.value
            #expect(try await Set(update(fixture)) == [.groupChanged, .tap])
            // It was cancelled, so it has cost nothing.
            #expect(used(fixture) == 0)
        }
    }

    @Test func aPageInAnotherLanguageDoesNotWaitForIt() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            let unseen = try await next(fixture)
            _ = fixture.screen.state(for: Viewer(language: "de", zone: "UTC"), opens: true)
            #expect(unseen.cancellation?.isCancelled == true)
            unseen.answer(.cancelled)
            let call = try await next(fixture)
            #expect(call.update?.context.language == "de")
            call.answer(.content(try ScreenFixture.content("62°")))
        }
    }

    @Test func aFailureIsTriedAgainWithinTheBudget() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            for wait in [15.0, 30, 60] {
                try await next(fixture).answer(.failed("No network."))
                try await settle(fixture)
                let schedule = fixture.screen.updateSchedule(of: ScreenFixture.widget)
                #expect(schedule.nextUpdate == fixture.clock.now + wait)
                fixture.clock.advance(by: wait)
            }
            #expect(try await update(fixture) == [.refreshTime])
            #expect(used(fixture) == 1)
        }
    }

    @Test func anAttemptThatThePauseOfAProcessPreventedDoesNotCount() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            try await next(fixture).answer(.failed("It is tried again soon.", retryAfter: .seconds(8)))
            try await settle(fixture)
            #expect(used(fixture) == 0)
            fixture.clock.advance(by: 8)
            #expect(try await update(fixture) == [.refreshTime])
            #expect(used(fixture) == 1)
        }
    }

    @Test func oneWidgetIsUpdatedAtATime() async throws {
        try await withScreen { fixture in
            var other = ScreenFixture.installed
            other.id = WidgetID("org.example.Other.widget")
            other.app = AppID("org.example.Other")
            try await fixture.store.durable.commit(ScreenFixture.installation(of: other.app, other.id, at: "/other"))
            fixture.screen.setLayout(
                installed: [ScreenFixture.installed, other],
                apps: [],
                places: try await fixture.store.durable.read { try $0.screenWidgets() }
            )
            fixture.screen.groupsChanged([ScreenFixture.group])
            for _ in 0..<2 {
                try await next(fixture).answer(.content(try ScreenFixture.content("61°")))
            }
            #expect(fixture.processes.peakConcurrency == 1)
        }
    }

    @Test func aRestartKeepsWhatIsSpent() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            let state = "\(folder)/state"
            try await withScreen(at: state, clock: clock) { fixture async throws in
                try await fill(fixture)
                fixture.screen.groupsChanged([ScreenFixture.group])
                try await update(fixture)
            }
            clock.advance(by: 60)
            try await withScreen(at: state, clock: clock) { fixture async throws in
                // A host that starts updates every widget, which does not count.
                #expect(try await update(fixture) == [.added])
                #expect(used(fixture) == 1)
                fixture.screen.groupsChanged([ScreenFixture.group])
                let schedule = fixture.screen.updateSchedule(of: ScreenFixture.widget)
                #expect(schedule.nextUpdate == clock.now + 5)
                clock.advance(by: 5)
                #expect(try await update(fixture) == [.groupChanged])
                #expect(used(fixture) == 2)
            }
        }
    }

    @Test func aRestartKeepsTheLanguage() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            let state = "\(folder)/state"
            try await withScreen(at: state, clock: clock) { fixture async throws in
                try await fill(fixture, language: "en")
                clock.advance(by: 60)
                try await fill(fixture, language: "de")
                // The newer content is in another language than the one that was looked at last.
                clock.advance(by: 60)
                _ = fixture.screen.state(for: fixture.viewer, opens: true)
                let call = try await next(fixture)
                call.answer(.noData())
                try await settle(fixture)
            }
            try await withScreen(at: state, clock: clock) { fixture async throws in
                for _ in 0..<2 {
                    let call = try await next(fixture)
                    #expect(call.update?.reasons == [.added])
                    call.answer(.noData())
                }
                try await settle(fixture)
                fixture.screen.groupsChanged([ScreenFixture.group])
                #expect(try await next(fixture).update?.context.language == "en")
            }
        }
    }

    @Test func aSurfaceIsToldOfTheNextUpdate() async throws {
        try await withScreen { fixture in
            try await fill(fixture, refresh: .after(seconds: 1800))
            let shown = fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)
            #expect(shown?.nextUpdate == fixture.clock.now + 1800)
            fixture.clock.advance(by: 15 * 3600 + 1800)
            // Midnight is nearer than anything that the widget asks for.
            let late = fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)
            #expect(try #require(late?.nextUpdate) <= fixture.clock.now + 1800)
        }
    }
}
