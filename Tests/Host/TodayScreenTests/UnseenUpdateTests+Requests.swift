import Foundation
import HostClock
import HostModel
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// What processes ask for while nobody watches, and what surfaces are told of the next update.
extension UnseenUpdateTests {
    @Test func aWidgetThatAsksForItselfStaysWithinItsBudget() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: false)
            let call = try await next(fixture)
            #expect(call.update?.reasons == [.reload])
            // As a widget does that asks for another update in each one.
            fixture.screen.reload([ScreenFixture.widget], isUrgent: false, by: ScreenFixture.widget)
            fixture.screen.hasNewContent(ScreenFixture.widget, by: ScreenFixture.widget)
            #expect(call.cancellation?.isCancelled == false)
            call.answer(.content(try ScreenFixture.content("61°")))
            try await settle(fixture)
            #expect(used(fixture) == 1)
            #expect(fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate == fixture.clock.now + 900)
            fixture.clock.advance(by: 900)
            let again = try await next(fixture)
            #expect(again.update?.reasons == [.hasContent, .reload])
            // What its app asks for meanwhile is a change.
            fixture.screen.reload([ScreenFixture.widget], isUrgent: false)
            again.answer(.content(try ScreenFixture.content("62°")))
            try await settle(fixture)
            #expect(used(fixture) == 2)
            #expect(fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate == fixture.clock.now + 5)
        }
    }

    @Test func whatAWidgetWritesInItsOwnUpdateDoesNotRunItAgain() async throws {
        try await withScreen { fixture in
            func write(by widget: WidgetID?) {
                fixture.screen.groupsChanged([ScreenFixture.group], by: widget)
                fixture.screen.groupsChanged([], queues: [ScreenFixture.app: [ScreenFixture.group]], by: widget)
            }
            try await fill(fixture)
            write(by: nil)
            for count in 1...3 {
                let call = try await next(fixture)
                write(by: ScreenFixture.widget)
                #expect(call.cancellation?.isCancelled == false)
                call.answer(.content(try ScreenFixture.content("61°")))
                try await settle(fixture)
                #expect(used(fixture) == count)
                // Nothing waits for the budget.
                fixture.clock.advance(by: 900)
                #expect(try await fence(fixture) == [.reload])
                // Outside of an update it is a change as any other.
                write(by: ScreenFixture.widget)
            }
            let call = try await next(fixture)
            write(by: nil)
            #expect(call.cancellation?.isCancelled == true)
            call.answer(.cancelled)
            #expect(try await update(fixture) == [.groupChanged])
            #expect(used(fixture) == 4)
        }
    }

    @Test func whatAWidgetWritesInItsOwnUpdateConcernsItsOtherLanguages() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            try await fill(fixture, language: "de")
            let page = fixture.screen.events(for: fixture.viewer, after: nil, scene: nil)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            let call = try await next(fixture)
            #expect(call.update?.context.language == "de")
            fixture.screen.groupsChanged([ScreenFixture.group], by: ScreenFixture.widget)
            #expect(call.cancellation?.isCancelled == false)
            call.answer(.content(try ScreenFixture.content("62°")))
            #expect(try await update(fixture) == [.groupChanged, .reload])
            withExtendedLifetime(page) {}
        }
    }

    @Test func whatAProcessAsksForWhileAPageIsOpenRunsAtOnce() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            let page = fixture.screen.events(for: fixture.viewer, after: nil, scene: nil)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: false)
            #expect(try await update(fixture) == [.reload])
            fixture.screen.hasNewContent(ScreenFixture.widget)
            #expect(try await update(fixture) == [.hasContent])
            withExtendedLifetime(page) {}
            #expect(used(fixture) == 0)
        }
    }

    @Test func anUrgentUpdateThatIsCancelledStaysUrgent() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            let call = try await next(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            #expect(call.cancellation?.isCancelled == true)
            call.answer(.cancelled)
            #expect(try await update(fixture) == [.groupChanged, .reload])
            #expect(used(fixture) == 0)
        }
    }

    @Test func aPushAndWhatItChangedAreOneUpdate() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group], newDataOf: [ScreenFixture.app])
            #expect(try await update(fixture) == [.groupChanged, .push])
            #expect(used(fixture) == 1)
            fixture.clock.advance(by: 900)
            fixture.screen.groupsChanged([], newDataOf: [ScreenFixture.app])
            #expect(try await update(fixture) == [.push])
            // Of another app it changes nothing.
            fixture.screen.groupsChanged([], newDataOf: [AppID("org.example.Other")])
            #expect(try await fence(fixture) == [.reload])
        }
    }

    @Test func whileNobodyWatchesTheNextUpdateIsThatOfTheBudget() async throws {
        try await withScreen { fixture in
            let next = { fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)?.nextUpdate }
            try await fill(fixture, refresh: .after(seconds: 15))
            fixture.screen.groupsChanged([ScreenFixture.group])
            try await update(fixture, refresh: .after(seconds: 15))
            #expect(next() == fixture.clock.now + 900)
            let page = fixture.screen.events(for: fixture.viewer, after: nil, scene: nil)
            #expect(next() == fixture.clock.now + 15)
            #expect(fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)?.isFailing == false)
            withExtendedLifetime(page) {}
        }
    }

    @Test func aWidgetThatFailedAtFirstSaysWhenItIsTriedAgain() async throws {
        try await withScreen { fixture in
            let page = fixture.screen.events(for: fixture.viewer, after: nil, scene: nil)
            _ = fixture.screen.state(for: fixture.viewer, opens: true)
            #expect(fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)?.nextUpdate == nil)
            try await next(fixture).answer(.failed("No network."))
            try await settle(fixture)
            let shown = fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)
            #expect(shown?.date == nil && shown?.nextUpdate == fixture.clock.now + 15)
            #expect(shown?.isFailing == true)
            #expect(fixture.screen.updateSchedule(of: ScreenFixture.widget).isFailing)
            withExtendedLifetime(page) {}
        }
    }

    @Test func theScheduleSaysSinceWhenUpdatesFailInWhicheverLanguage() async throws {
        try await withScreen { fixture in
            func schedule() -> UpdateSchedule { fixture.screen.updateSchedule(of: ScreenFixture.widget) }
            func open(in language: String, answer: WidgetUpdateResult) async throws {
                _ = fixture.screen.state(for: Viewer(language: language, zone: "UTC"), opens: true)
                let call = try await next(fixture)
                #expect(call.update?.context.language == language)
                call.answer(answer)
                try await settle(fixture)
            }
            let since = fixture.clock.now
            try await open(in: "de", answer: .failed("Kein Netz."))
            #expect(schedule().failingSince == since && schedule().failingLanguages == [])
            // Somebody who looks in another language changes neither.
            fixture.clock.advance(by: 60)
            try await open(in: "ja", answer: .failed("通信できません。"))
            #expect(schedule().failingSince == since && schedule().failingLanguages == [])
            try await open(in: "en", answer: .content(try ScreenFixture.content("61°")))
            #expect(schedule().isFailing && schedule().failingSince == since)
            #expect(schedule().failingLanguages == ["de", "ja"])
        }
    }

    @Test func aWidgetThatHasNothingToShowDoesNotFail() async throws {
        try await withScreen { fixture in
            _ = fixture.screen.state(for: fixture.viewer, opens: true)
            for _ in 0..<2 { try await next(fixture).answer(.noData()) }
            try await settle(fixture)
            #expect(fixture.screen.shown(ScreenFixture.widget, for: fixture.viewer)?.isFailing == true)
            #expect(!fixture.screen.updateSchedule(of: ScreenFixture.widget).isFailing)
        }
    }

    @Test func aFailedUpdateDoesNotUseUpTheNext() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            for retry in [15.0, 30, 60, 120] {
                fixture.screen.groupsChanged([ScreenFixture.group])
                try await next(fixture).answer(.failed("It needs an address."))
                try await settle(fixture)
                #expect(used(fixture) == 0)
                let schedule = fixture.screen.updateSchedule(of: ScreenFixture.widget)
                #expect(schedule.nextUpdate == fixture.clock.now + retry)
                fixture.clock.advance(by: 3)
            }
            // The right setting is acted on as if it were the first change.
            fixture.screen.groupsChanged([ScreenFixture.group])
            #expect(try await update(fixture) == [.groupChanged])
            #expect(used(fixture) == 1)
            fixture.screen.groupsChanged([ScreenFixture.group])
            #expect(fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate == fixture.clock.now + 5)
        }
    }

    @Test func aWidgetThatFailsDoesNotShortenItsPausesByAskingForItself() async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            try await update(fixture)
            fixture.screen.groupsChanged([ScreenFixture.group])
            for pause in [5.0, 15, 30] {
                let due = fixture.clock.now + pause
                try await wait(for: "the timer of the update") { fixture.clock.nextDeadline == due }
                fixture.clock.advance(by: pause)
                let call = try await next(fixture)
                fixture.screen.reload([ScreenFixture.widget], isUrgent: false, by: ScreenFixture.widget)
                call.answer(.failed("No network."))
                try await settle(fixture)
            }
            #expect(fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate == fixture.clock.now + 60)
            #expect(used(fixture) == 1)
        }
    }

    @Test func aWidgetThatAlwaysFailsKeepsItsLimitAndTheOneForTheNextChange() async throws {
        try await withScreen(unseenUpdateLimit: 16) { fixture in
            try await fill(fixture)
            let midnight = ClockDay(of: fixture.clock.now, in: .gmt).interval.end
            fixture.screen.groupsChanged([ScreenFixture.group])
            var count = 0
            while true {
                try await next(fixture).answer(.failed("No network."))
                try await settle(fixture)
                count += 1
                let due = try #require(fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate)
                guard due < midnight - 3600 else { break }
                fixture.clock.advance(by: due.timeIntervalSince(fixture.clock.now) + 1)
            }
            #expect((8...14).contains(count))
            #expect(used(fixture) == 0)
            // It has waited for two minutes at most.
            fixture.screen.groupsChanged([ScreenFixture.group])
            fixture.clock.advance(by: 120)
            #expect(try await update(fixture).contains(.groupChanged))
            #expect(used(fixture) == 1)
        }
    }

    @Test(arguments: [130.0, 200]) func changesFurtherApartAreShownByTheTimer(distance: Double) async throws {
        try await withScreen { fixture in
            try await fill(fixture)
            for delay in [0, 5, 30, 120, 120, 120, 120.0] {
                fixture.screen.groupsChanged([ScreenFixture.group])
                if delay > 0 {
                    let due = fixture.clock.now + delay
                    #expect(fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate == due)
                    try await wait(for: "the timer of the update") { fixture.clock.nextDeadline == due }
                    fixture.clock.advance(by: delay)
                }
                #expect(try await update(fixture) == [.groupChanged])
                fixture.clock.advance(by: distance - delay)
            }
            #expect(used(fixture) == 7)
        }
    }

    @Test func aWidgetThatNamesNoRefreshIsUpdatedEveryHour() async throws {
        try await withScreen { fixture in
            func nextUpdate() -> Date? { fixture.screen.updateSchedule(of: ScreenFixture.widget).nextUpdate }
            try await fill(fixture, refresh: nil)
            #expect(nextUpdate() == fixture.clock.now + 3600)
            fixture.clock.advance(by: 3600)
            let call = try await next(fixture)
            #expect(call.update?.reasons == [.refreshTime])
            call.answer(.noData())
            try await settle(fixture)
            #expect(used(fixture) == 1)
            #expect(nextUpdate() == fixture.clock.now + 3600)
            fixture.clock.advance(by: 3600)
            #expect(try await update(fixture, refresh: .nextDay) == [.refreshTime])
            // Now it has named midnight.
            #expect(nextUpdate() == ClockDay(of: fixture.clock.now, in: .gmt).interval.end)
        }
    }
}
