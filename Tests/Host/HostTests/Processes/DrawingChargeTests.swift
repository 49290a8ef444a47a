import Host
import HostModel
import Testing
import TodayProtocol

/// A process that has more drawn than its share is not listened to for a while.
@Suite(.timeLimit(.minutes(5))) struct DrawingChargeTests {
    @Test func aWidgetWaitsForWhatWasDrawnOfIt() async throws {
        try await withWidgetHost { fixture in
            let time = try await charge(.widget(WidgetApp.widget), in: fixture) { try await fixture.updateWidget() }
            #expect(time > .seconds(1))
        }
    }

    @Test func anAppWaitsForWhatWasDrawnOfItsPages() async throws {
        try await withWidgetHost(hasWidget: false) { fixture in
            try await fixture.openApp()
            let time = try await charge(.page(of: WidgetApp.app), in: fixture) { try await fixture.openApp() }
            #expect(time > .seconds(1))
        }
    }

    /// Charges more than may be spent at once, so that more than a second must pass before more is read, and measures two
    /// requests: the answer to the first may come to a read that began before.
    private func charge(
        _ drawing: ChargeDrawingRequest.Drawing,
        in fixture: WidgetHostFixture,
        _ request: () async throws -> Void
    ) async throws -> Duration {
        let begin = ContinuousClock.now
        try await fixture.host.send(ChargeDrawingRequest([drawing: .milliseconds(400)]))
        for _ in 0..<2 { try await request() }
        return ContinuousClock.now - begin
    }
}
