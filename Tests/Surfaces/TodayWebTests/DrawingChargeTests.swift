import HTTPTypes
import Host
import HostModel
import HostStorage
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What the page draws is charged to the process whose card it is.
@Suite struct DrawingChargeTests {
    @Test func aWidgetThatIsDrawnAgainIsChargedToIt() async throws {
        let widget = try #require(Samples.screen.widgets.first)
        #expect(try await drawings(of: .widget(widget)) == [.widget(widget.id)])
    }

    @Test func eachWidgetOfTheScreenIsChargedToIt() async throws {
        let widgets = Set(Samples.screen.widgets.map { ChargeDrawingRequest.Drawing.widget($0.id) })
        #expect(widgets.count > 1)
        #expect(try await drawings(of: .screen(Samples.screen)) == widgets)
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, "/").status == .ok)
        #expect(Self.drawings(at: browser.host) == widgets)
    }

    @Test(arguments: ["/app", "/app/card"])
    func aPageOfAnAppIsChargedToIt(path: String) async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, "\(path)?url=\(Samples.weatherURL)").status == .ok)
        #expect(Self.drawings(at: browser.host) == [.page(of: Samples.scene().app)])
    }

    /// What is charged when a change of the screen is drawn.
    private func drawings(of change: ScreenEvent.Change) async throws -> Set<ChargeDrawingRequest.Drawing> {
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
        _ = try await renderer.render(ScreenEvent(position: Samples.screen.position, change: change))
        return Self.drawings(at: host)
    }

    /// What was charged, each with some time and once.
    private static func drawings(at host: StubHost) -> Set<ChargeDrawingRequest.Drawing> {
        let times = host.sent(ChargeDrawingRequest.self).flatMap(\.times)
        #expect(times.allSatisfy { $0.value > .zero })
        let drawings = Set(times.map(\.key))
        #expect(drawings.count == times.count)
        return drawings
    }
}
