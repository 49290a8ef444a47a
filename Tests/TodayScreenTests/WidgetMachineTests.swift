import Testing
import TodayProtocol
import TodayScreen

@Suite struct WidgetMachineTests {
    private func next(_ machine: inout WidgetMachine) -> WidgetMachine.Step? { machine.next { _, _ in true } }

    @Test func reasonsThatWaitAreOneUpdate() {
        var machine = WidgetMachine()
        for reason in [UpdateReason.opened, .groupChanged, .groupChanged] { _ = machine.mark(reason, in: ["en"]) }
        #expect(next(&machine) == .update(language: "en", reasons: [.opened, .groupChanged]))
        machine.finish()
        #expect(next(&machine) == nil)
    }

    @Test func nothingStartsWhileSomethingRuns() {
        var machine = WidgetMachine()
        _ = machine.mark(.opened, in: ["en", "de"])
        #expect(next(&machine) != nil)
        #expect(next(&machine) == nil)
        _ = machine.enqueue(TapID("a"))
        #expect(next(&machine) == nil)
    }

    @Test func whatHappensDuringAnUpdateRunsItAgain() {
        var machine = WidgetMachine()
        _ = machine.mark(.opened, in: ["en"])
        _ = next(&machine)
        _ = machine.mark(.groupChanged, in: ["en"])
        machine.finish()
        #expect(next(&machine) == .update(language: "en", reasons: [.groupChanged]))
    }

    @Test(arguments: [UpdateReason.opened, .added, .refreshTime])
    func whatARunningUpdateServesAnywayDoesNotRunItAgain(reason: UpdateReason) {
        var machine = WidgetMachine()
        _ = machine.mark(.groupChanged, in: ["en"])
        _ = next(&machine)
        let isRecalled = machine.mark(reason, in: ["en"])
        #expect(!isRecalled)
        machine.finish()
        #expect(next(&machine) == nil)
    }

    @Test func tapsComeBeforeUpdatesInTheirOrder() {
        var machine = WidgetMachine()
        _ = machine.mark(.opened, in: ["en"])
        _ = machine.enqueue(TapID("a"))
        _ = machine.enqueue(TapID("b"))
        #expect(next(&machine) == .perform(TapID("a")))
        machine.finish()
        #expect(next(&machine) == .perform(TapID("b")))
        machine.finish()
        #expect(next(&machine) == .update(language: "en", reasons: [.opened]))
    }

    @Test func aRecalledUpdateRunsAgainForTheSameReasons() {
        var machine = WidgetMachine()
        _ = machine.mark(.opened, in: ["en"])
        _ = next(&machine)
        let isRecalled = machine.mark(.groupChanged, in: ["en"])
        #expect(isRecalled)
        machine.finish(repeating: true)
        #expect(next(&machine) == .update(language: "en", reasons: [.opened, .groupChanged]))
    }

    @Test func aStreamOfChangesCannotRecallForever() {
        var machine = WidgetMachine()
        _ = machine.mark(.opened, in: ["en"])
        var recalls = 0
        for _ in 0..<20 {
            _ = next(&machine)
            let isRecalled = machine.mark(.groupChanged, in: ["en"])
            if isRecalled { recalls += 1 }
            machine.finish(repeating: isRecalled)
            if !isRecalled { break }
        }
        #expect(recalls == WidgetMachine.recallLimit)
    }

    @Test func aTapMakesRoomForItself() {
        var machine = WidgetMachine()
        _ = machine.mark(.opened, in: ["en"])
        _ = next(&machine)
        let isRecalled = machine.enqueue(TapID("a"))
        #expect(isRecalled)
    }

    @Test func anUnwantedLanguageWaitsUntilItIsWanted() {
        var machine = WidgetMachine()
        _ = machine.mark(.groupChanged, in: ["de"])
        let step = machine.next { _, _ in false }
        #expect(step == nil)
        #expect(machine.isSettled)
        #expect(next(&machine) == .update(language: "de", reasons: [.groupChanged]))
    }
}
