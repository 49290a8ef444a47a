import Foundation
import Testing
import TodayProtocol
import TodayScreen

@Suite struct WidgetStateMachineTests {
    private func next(_ machine: inout WidgetStateMachine) -> WidgetStateMachine.Step? { machine.next { _ in true } }

    @Test func reasonsThatWaitAreOneUpdate() {
        var machine = WidgetStateMachine()
        for reason in [UpdateReason.opened, .groupChanged, .groupChanged] { _ = machine.markStale(reason, in: ["en"]) }
        #expect(next(&machine) == .update(language: "en", reasons: [.opened, .groupChanged]))
        machine.finish()
        #expect(next(&machine) == nil)
    }

    @Test func nothingStartsWhileSomethingRuns() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.opened, in: ["en", "de"])
        #expect(next(&machine) != nil)
        #expect(next(&machine) == nil)
        _ = machine.enqueue(TapID("a"))
        #expect(next(&machine) == nil)
    }

    @Test func whatHappensDuringAnUpdateRunsItAgain() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.opened, in: ["en"])
        _ = next(&machine)
        _ = machine.markStale(.groupChanged, in: ["en"])
        machine.finish()
        #expect(next(&machine) == .update(language: "en", reasons: [.groupChanged]))
    }

    @Test(arguments: [UpdateReason.opened, .added, .refreshTime])
    func whatARunningUpdateServesAnywayDoesNotRunItAgain(reason: UpdateReason) {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.groupChanged, in: ["en"])
        _ = next(&machine)
        let isCancelled = machine.markStale(reason, in: ["en"])
        #expect(!isCancelled)
        machine.finish()
        #expect(next(&machine) == nil)
    }

    @Test func personWhoComesDuringAnUpdateThatFailsGetsOneMore() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.refreshTime, in: ["en"])
        _ = next(&machine)
        _ = machine.markStale(.opened, in: ["en"])
        machine.finish(.failed)
        #expect(next(&machine) == .update(language: "en", reasons: [.opened]))
        machine.finish(.failed)
        #expect(next(&machine) == nil)
    }

    @Test func personWhoComesDuringAnUpdateThatIsCancelledIsNotForgotten() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.refreshTime, in: ["en"])
        _ = next(&machine)
        _ = machine.markStale(.opened, in: ["en"])
        machine.finish(.cancelled)
        #expect(next(&machine) == .update(language: "en", reasons: [.refreshTime, .opened]))
    }

    @Test func tapsComeBeforeUpdatesInTheirOrder() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.opened, in: ["en"])
        _ = machine.enqueue(TapID("a"))
        _ = machine.enqueue(TapID("b"))
        #expect(next(&machine) == .perform(TapID("a")))
        machine.finish()
        #expect(next(&machine) == .perform(TapID("b")))
        machine.finish()
        #expect(next(&machine) == .update(language: "en", reasons: [.opened]))
    }

    @Test func aRecalledUpdateRunsAgainForTheSameReasons() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.opened, in: ["en"])
        _ = next(&machine)
        let isCancelled = machine.markStale(.groupChanged, in: ["en"])
        #expect(isCancelled)
        machine.finish(.cancelled)
        #expect(next(&machine) == .update(language: "en", reasons: [.opened, .groupChanged]))
    }

    @Test func aChangeIsRememberedUntilAnUpdateHasShownIt() {
        let changes = [0.0, 10].map { Date(timeIntervalSince1970: 1_800_000_000 + $0) }
        var machine = WidgetStateMachine()
        _ = machine.markStale(.groupChanged, in: ["en"], changed: changes[0])
        _ = machine.markStale(.dayChanged, in: ["en"])
        #expect(machine.changes(in: "en") == changes[0]...changes[0])
        #expect(machine.changes(in: "de") == nil)
        _ = next(&machine)
        #expect(machine.changes(in: "en") == nil)
        machine.finish(.cancelled)
        #expect(machine.changes(in: "en") == changes[0]...changes[0])
        _ = next(&machine)
        _ = machine.markStale(.groupChanged, in: ["en"], changed: changes[1])
        machine.finish(.cancelled)
        #expect(machine.changes(in: "en") == changes[0]...changes[1])
        _ = next(&machine)
        // A retry will show it.
        machine.finish(.failed)
        #expect(machine.changes(in: "en") == changes[0]...changes[1])
        #expect(next(&machine) == nil)
        _ = machine.markStale(.refreshTime, in: ["en"])
        _ = next(&machine)
        machine.finish()
        #expect(machine.changes(in: "en") == nil)
    }

    @Test func aStreamOfChangesCannotRecallForever() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.opened, in: ["en"])
        var cancellations = 0
        for _ in 0..<20 {
            _ = next(&machine)
            let isCancelled = machine.markStale(.groupChanged, in: ["en"])
            if isCancelled { cancellations += 1 }
            machine.finish(isCancelled ? .cancelled : .done)
            if !isCancelled { break }
        }
        #expect(cancellations == WidgetStateMachine.cancellationLimit)
    }

    @Test func aTapMakesRoomForItself() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.opened, in: ["en"])
        _ = next(&machine)
        let isCancelled = machine.enqueue(TapID("a"))
        #expect(isCancelled)
    }

    @Test func anUnwantedLanguageWaitsUntilItIsWanted() {
        var machine = WidgetStateMachine()
        _ = machine.markStale(.groupChanged, in: ["de"])
        let step = machine.next { _ in false }
        #expect(step == nil)
        #expect(machine.isSettled)
        #expect(next(&machine) == .update(language: "de", reasons: [.groupChanged]))
    }
}
