import AdaptiveCards
import Foundation
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct ScreenTests {
    /// The next update that the process is asked for.
    private func update(
        _ calls: AsyncStream<ScriptedProcesses.Call>,
        line: UInt = #line
    ) async throws -> ScriptedProcesses.Call {
        let call = try await next(calls, line: line)
        _ = try #require(call.update)
        return call
    }

    /// The next element of a stream.
    private func next<Element: Sendable>(
        _ stream: AsyncStream<Element>,
        line: UInt = #line
    ) async throws -> Element {
        try await withTimeLimit(on: "the next \(Element.self)", line: line) {
            for await element in stream { return element }
            throw CancellationError()
        }
    }

    /// The next event that shows a widget.
    private func shown(_ events: AsyncStream<ScreenEvent>, line: UInt = #line) async throws -> ShownWidget {
        try await withTimeLimit(on: "an event that shows a widget", line: line) {
            for await event in events {
                switch event.change {
                case .widget(let widget): return widget
                case .screen(let state): if let widget = state.widgets.first, widget.compact != nil { return widget }
                case .scene, .sceneFailed, .open: break
                }
            }
            throw CancellationError()
        }
    }

    /// Taps the widget; no child task, for which a test that fails would wait.
    private func perform(_ tap: Tap, on fixture: ScreenFixture) -> Task<TapOutcome, any Error> {
        Task { try await fixture.screen.perform(tap, on: ScreenFixture.widget, viewer: fixture.viewer) }
    }

    private func outcome(_ tap: Task<TapOutcome, any Error>, line: UInt = #line) async throws -> TapOutcome {
        try await withTimeLimit(on: "the end of a tap", line: line) { try await tap.value }
    }

    @Test func openingTheScreenUpdatesAndTheContentReachesThePage() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            #expect(state.widgets.map(\.freshness) == [.placeholder])
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            let call = try await update(calls)
            #expect(call.update?.reasons == [.opened])
            #expect(call.update?.size == WidgetSize(proposedMargins: .standard, family: .small))
            var content = try ScreenFixture.content("61°")
            (content.compactHeight, content.margins) = (500, .zero)
            call.answer(.content(content))
            let widget = try await shown(events)
            #expect(widget.compact == (try ScreenFixture.card("61°")))
            #expect(widget.compactHeight == 220)
            #expect(widget.margins == .zero)
            #expect(widget.freshness == .fresh)
        }
    }

    @Test func aSlowOldUpdateIsFollowedByANewOneThatKnowsTheChange() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            let slow = try await update(calls)
            try await fixture.store.durable.commit(
                .defaults(.set(group: ScreenFixture.group, key: "choice", value: .string("Tokyo")))
            )
            fixture.screen.groupsChanged([ScreenFixture.group])
            #expect(slow.cancellation?.isCancelled == true)
            slow.answer(.content(try ScreenFixture.content("old")))
            let fast = try await update(calls)
            let oldStamp = try #require(slow.update?.revision)
            let newStamp = try #require(fast.update?.revision)
            #expect(newStamp > oldStamp)
            fast.answer(.content(try ScreenFixture.content("new")))
            var last = try await shown(events)
            if last.compact == (try ScreenFixture.card("old")) { last = try await shown(events) }
            #expect(last.compact == (try ScreenFixture.card("new")))
            #expect(fixture.processes.peakConcurrency == 1)
        }
    }

    @Test func theSameTapSentTwiceIsPerformedOnce() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let tap = Tap(id: TapID("t1"), target: .widget(ScreenFixture.widget))
            let first = perform(tap, on: fixture)
            let call = try await next(calls)
            let second = perform(tap, on: fixture)
            let outcome = TapOutcome.done(open: "example://")
            try await fixture.store.durable.commit(.tap(.finish(tap.id, outcome: JSONValue(encoding: outcome))))
            call.end(outcome)
            #expect(try await self.outcome(first) == outcome)
            #expect(try await self.outcome(second) == outcome)
            // The reply may be lost: the page sends it again, much later.
            #expect(try await self.outcome(perform(tap, on: fixture)) == outcome)
        }
    }

    @Test func twoTapsArePerformedInOrderAndNeverOverlapAnUpdate() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            defer { withExtendedLifetime(events) {} }
            let running = try await update(calls)
            let ids = ["a", "b"].map { TapID($0) }
            var taps: [Task<TapOutcome, any Error>] = []
            for id in ids {
                taps.append(perform(Tap(id: id, target: .widget(ScreenFixture.widget)), on: fixture))
                try await wait(for: "the record of a tap") { fixture.taps.tap(id) != nil }
            }
            #expect(running.cancellation?.isCancelled == true)
            running.answer(.cancelled)
            var performed: [TapID] = []
            for _ in ids {
                let call = try await next(calls)
                let tap = try #require(call.tap)
                performed.append(tap.id)
                let outcome = TapOutcome.done(open: nil)
                try await fixture.store.durable.commit(.tap(.finish(tap.id, outcome: JSONValue(encoding: outcome))))
                call.end(outcome)
            }
            #expect(performed == ids)
            let after = try await update(calls)
            #expect(after.update?.reasons.contains(.tap) == true)
            after.answer(.noData())
            for tap in taps { _ = try await outcome(tap) }
            #expect(fixture.processes.peakConcurrency == 1)
        }
    }

    @Test func aFailureKeepsWhatWasShown() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            try await update(calls).answer(.content(try ScreenFixture.content("61°")))
            _ = try await shown(events)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            try await update(calls).answer(.failed("No network."))
            let widget = try await shown(events)
            #expect(widget.compact == (try ScreenFixture.card("61°")))
            #expect(widget.freshness == .stale(reason: "No network.", since: fixture.clock.now))
        }
    }

    @Test func whoAsksForAnUpdateIsToldInTheirLanguageWhyItFailed() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let japanese = Viewer(language: "ja", zone: "UTC")
            let state = fixture.screen.state(for: japanese, opens: true)
            let events = fixture.screen.events(for: japanese, after: state.position, scene: nil)
            try await update(calls).answer(.content(try ScreenFixture.content("61°")))
            _ = try await shown(events)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true, in: "en")
            let sentences: [String: LocalizableText] = ["ja": "通信できません。", "en": "No network."]
            for _ in sentences {
                let call = try await update(calls)
                let language = try #require(call.update?.context.language)
                call.answer(.failed(try #require(sentences[language]), language: language))
            }
            try await withTimeLimit(on: "the end of the updates") {
                await fixture.screen.waitUntilSettled(ScreenFixture.widget)
            }
            for (language, sentence) in sentences {
                #expect(fixture.screen.problem(of: ScreenFixture.widget, in: language) == sentence)
            }
            let entries = try await fixture.screen.ledger(of: ScreenFixture.widget, limit: 2)
            #expect(entries.allSatisfy { $0.message == sentences[$0.language ?? ""]?.english })
        }
    }

    /// A widget that is tried again later in one language was not asked: what it wrote belongs to the attempt before.
    @Test func theLastAttemptIsTheNewestInWhicheverLanguage() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let japanese = Viewer(language: "ja", zone: "UTC")
            let state = fixture.screen.state(for: japanese, opens: true)
            let events = fixture.screen.events(for: japanese, after: state.position, scene: nil)
            try await update(calls).answer(.content(try ScreenFixture.content("61°")))
            _ = try await shown(events)
            #expect(fixture.screen.lastAttempt(of: ScreenFixture.widget) == nil)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true, in: "en")
            let attempt = fixture.clock.now
            let first = try await update(calls)
            fixture.clock.advance(by: 5)
            first.answer(.failed("It stopped."))
            try await update(calls).answer(.failed("It stopped.", retryAfter: .seconds(4)))
            try await withTimeLimit(on: "the end of the updates") {
                await fixture.screen.waitUntilSettled(ScreenFixture.widget)
            }
            #expect(fixture.screen.lastAttempt(of: ScreenFixture.widget) == attempt)
            #expect(fixture.screen.newestProblem(of: ScreenFixture.widget)?.attempt == nil)
        }
    }

    @Test func whatWasShownInAnotherLanguageStaysUntilThereIsContentInThisOne() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let german = Viewer(language: "de", zone: "UTC")
            _ = fixture.screen.state(for: fixture.viewer, opens: true)
            try await update(calls).answer(.content(try ScreenFixture.content("61°")))
            await fixture.screen.waitUntilSettled(ScreenFixture.widget)
            let opened = fixture.screen.state(for: german, opens: true).widgets.first
            #expect(opened?.compact == (try ScreenFixture.card("61°")), "the widget is blank in another language")
            try await update(calls).answer(.failed("No network."))
            await fixture.screen.waitUntilSettled(ScreenFixture.widget)
            let failed = fixture.screen.state(for: german, opens: false).widgets.first
            #expect(failed?.compact == (try ScreenFixture.card("61°")))
            #expect(failed?.freshness == .stale(reason: "No network.", since: fixture.clock.now))
        }
    }

    @Test func aWidgetIsRefreshedWhenItsTimeComesWhileSomebodyLooks() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            try await update(calls).answer(
                .content(try ScreenFixture.content("61°", refresh: .after(seconds: 900)))
            )
            _ = try await shown(events)
            fixture.clock.advance(by: 901)
            let refreshed = try await update(calls)
            #expect(refreshed.update?.reasons == [.refreshTime])
            refreshed.answer(.noData())
            _ = try await shown(events)
        }
    }

    @Test func aChangeOfTheClockDuringAnUpdateRunsItAgain() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            let before = try await update(calls)
            let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
            fixture.clock.set(fixture.clock.now.addingTimeInterval(86_400), zone: tokyo)
            try await wait(for: "the cancellation of an update") { before.cancellation?.isCancelled == true }
            before.answer(.cancelled)
            let after = try await update(calls)
            #expect(after.update?.reasons.contains(.dayChanged) == true)
            #expect(after.update?.context.zone == "Asia/Tokyo")
            after.answer(.content(try ScreenFixture.content("tomorrow")))
            #expect(try await shown(events).compact == (try ScreenFixture.card("tomorrow")))
        }
    }

    @Test func aPageThatMissedAChangeIsToldOfItOnce() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let first = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            try await update(calls).answer(.content(try ScreenFixture.content("61°")))
            let widget = try await shown(first)
            // A page that has not seen it.
            let second = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            #expect(try await shown(second) == widget)
            // A page that has: nothing comes but the next change.
            let position = ScreenPosition(epoch: "test", revision: widget.revision)
            let third = fixture.screen.events(for: fixture.viewer, after: position, scene: nil)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            try await update(calls).answer(.content(try ScreenFixture.content("62°")))
            #expect(try await shown(third).compact == (try ScreenFixture.card("62°")))
        }
    }

    @Test func aPageOfAnotherEpochIsGivenEverything() async throws {
        try await withScreen { fixture in
            let position = ScreenPosition(epoch: "other", revision: Revision(1 << 40))
            let events = fixture.screen.events(for: fixture.viewer, after: position, scene: nil)
            guard case .screen(let state) = try await next(events).change else {
                Issue.record("the first event is not the screen")
                return
            }
            #expect(state.epoch == "test")
        }
    }

    @Test func aWidgetWithoutContentIsHiddenUntilItHasSome() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            try await fixture.store.durable.commit(.screen(.setHasContent(false, ScreenFixture.widget)))
            func layOut() async throws {
                fixture.screen.setLayout(
                    installed: [ScreenFixture.installed],
                    apps: [],
                    places: try await fixture.store.durable.read { try $0.screenWidgets() }
                )
            }
            try await layOut()
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            #expect(state.widgets.isEmpty)
            #expect(state.chosen.map(\.id) == [ScreenFixture.widget])
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            try await fixture.store.durable.commit(.screen(.setHasContent(true, ScreenFixture.widget)))
            try await layOut()
            let call = try await update(calls)
            #expect(call.update?.reasons == [.hasContent])
            call.answer(.content(try ScreenFixture.content("full")))
            #expect(try await shown(events).compact == (try ScreenFixture.card("full")))
            // Its app says so once more while it shows.
            fixture.screen.hasNewContent(ScreenFixture.widget)
            let again = try await update(calls)
            #expect(again.update?.reasons == [.hasContent])
            again.answer(.content(try ScreenFixture.content("newer")))
            #expect(try await shown(events).compact == (try ScreenFixture.card("newer")))
        }
    }

    @Test func aWidgetSaysDuringAnUpdateWhatIsShownUntilItHasContent() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            @Sendable func widget() throws -> ShownWidget {
                try #require(fixture.screen.state(for: fixture.viewer, opens: false).widgets.first)
            }
            @Sendable func settle() async throws {
                try await withTimeLimit(on: "the end of an update") {
                    await fixture.screen.waitUntilSettled(ScreenFixture.widget)
                }
            }
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            var placeholder = try ScreenFixture.content("Tokyo --")
            placeholder.margins = .zero
            let first = try await update(calls)
            fixture.screen.setPlaceholder(placeholder, of: ScreenFixture.widget)
            let told = try await shown(events)
            #expect(told.compact == placeholder.compact && told.margins == .zero && told.freshness == .placeholder)
            // What exceeds the budget of the app is no more shown than content would be.
            let excess = String(repeating: "<", count: 40_000)
            fixture.screen.setPlaceholder(try ScreenFixture.content(excess), of: ScreenFixture.widget)
            let cut = try widget()
            guard case .cut = cut.freshness, cut.compact == nil else {
                Issue.record("it is \(cut.freshness)")
                return
            }
            fixture.screen.setPlaceholder(placeholder, of: ScreenFixture.widget)
            first.answer(.failed("No network."))
            try await settle()
            #expect(try widget().compact == placeholder.compact)
            #expect(try widget().freshness == .failed(reason: "No network."))
            // No update runs.
            fixture.screen.setPlaceholder(try ScreenFixture.content("Berlin --"), of: ScreenFixture.widget)
            #expect(try widget().compact == placeholder.compact)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            try await update(calls).answer(.content(try ScreenFixture.content("61°")))
            try await settle()
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            let last = try await update(calls)
            fixture.screen.setPlaceholder(placeholder, of: ScreenFixture.widget)
            #expect(try widget().compact == (try ScreenFixture.card("61°")))
            last.answer(.noData())
        }
    }

    @Test func everyUpdateIsInTheLedger() async throws {
        try await withScreen { fixture in
            let calls = fixture.processes.calls
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            try await update(calls).answer(.content(try ScreenFixture.content("61°")))
            _ = try await shown(events)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            try await update(calls).answer(.failed("No network."))
            _ = try await shown(events)
            let entries = try await withTimeLimit(on: "two updates in the ledger") {
                while true {
                    let entries = try await fixture.screen.ledger(of: ScreenFixture.widget, limit: 10)
                    if entries.count >= 2 { return entries }
                    try Task.checkCancellation()
                }
            }
            #expect(entries.map(\.outcome) == [.failed, .newData])
            #expect(entries.map(\.reasons) == [[.reload], [.opened]])
            #expect(entries.first?.message == "No network.")
        }
    }
}
