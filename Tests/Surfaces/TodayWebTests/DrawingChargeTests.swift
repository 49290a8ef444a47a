import HTTPTypes
import Host
import HostStorage
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What the page draws is charged to the process whose card it is.
@Suite struct DrawingChargeTests {
    @Test func aWidgetThatIsDrawnAgainIsChargedToIt() async throws {
        let host = StubHost(screen: Samples.screen)
        let renderer = EventRenderer(
            host: host,
            viewer: Samples.viewer,
            now: { Samples.now },
            epoch: Samples.screen.epoch,
            rights: .change,
            expanded: [],
            list: nil
        )
        let widget = try #require(Samples.screen.widgets.first)
        _ = try await renderer.render(ScreenEvent(position: Samples.screen.position, change: .widget(widget)))
        let charges = host.sent(ChargeDrawingRequest.self)
        #expect(charges.map(\.drawing) == [.widget(widget.id)])
        #expect(charges.allSatisfy { $0.time > .zero })
    }

    @Test(arguments: ["/app", "/app/card"])
    func aPageOfAnAppIsChargedToIt(path: String) async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, "\(path)?url=\(Samples.weatherURL)").status == .ok)
        let charges = browser.host.sent(ChargeDrawingRequest.self)
        #expect(charges.map(\.drawing) == [.page(of: Samples.scene().app)])
        #expect(charges.allSatisfy { $0.time > .zero })
    }
}
