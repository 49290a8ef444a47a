import Testing
import TodayKit
import TodayProtocol

@Suite struct WriteOverlayTests {
    private let group = GroupID("g")

    @Test func theLastWriteIsSeen() {
        var overlay = WriteOverlay()
        #expect(overlay.lookup("a", in: group) == .untouched)
        _ = overlay.note(.integer(1), for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .set(.integer(1)))
        _ = overlay.note(nil, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .removed)
        #expect(overlay.lookup("a", in: GroupID("other")) == .untouched)
        #expect(overlay.lookup("b", in: group) == .untouched)
    }

    @Test func whatIsWithdrawnUncoversWhatWasBefore() {
        var overlay = WriteOverlay()
        let first = overlay.note(.integer(1), for: "a", in: group)
        let second = overlay.note(.integer(2), for: "a", in: group)
        let third = overlay.note(.integer(3), for: "a", in: group)
        overlay.withdraw(second, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .set(.integer(3)))
        overlay.withdraw(third, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .set(.integer(1)))
        overlay.withdraw(first, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .untouched)
    }
}
