import HostModel
import HostStorage
import Testing

@testable import TodayDesktop

/// Where links from the desktop lead.
@Suite struct DesktopPageTests {
    @Test(arguments: [
        "//example.com", "https://example.com/", "/\\example.com", "x\r\nLocation: //example.com", "a&b=c#d", "", "ü",
    ])
    func aPageIsOneOfTodays(text: String) {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%")
        for (page, start) in [
            (DesktopPage.address(text), "/open?url="),
            (.answer(DeliveredID(rawValue: 7), action: text), "/notifications?answer=7&action="),
        ] {
            #expect(page.path.hasPrefix(start))
            #expect(page.path.dropFirst(start.count).allSatisfy(allowed.contains))
        }
    }
}
