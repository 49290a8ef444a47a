import Testing
import TodayKit
import TodayProtocol

@Suite struct WriteOverlayTests {
    private let group = GroupID("g")

    @Test func theLastWriteIsSeen() {
        var overlay = WriteOverlay()
        #expect(overlay.lookup("a", in: group) == .untouched)
        _ = overlay.record(.integer(1), for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .set(.integer(1)))
        _ = overlay.record(nil, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .removed)
        #expect(overlay.lookup("a", in: GroupID("other")) == .untouched)
        #expect(overlay.lookup("b", in: group) == .untouched)
    }

    @Test func whatIsWithdrawnUncoversWhatWasBefore() {
        var overlay = WriteOverlay()
        let first = overlay.record(.integer(1), for: "a", in: group)
        let second = overlay.record(.integer(2), for: "a", in: group)
        let third = overlay.record(.integer(3), for: "a", in: group)
        overlay.undo(second, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .set(.integer(3)))
        overlay.undo(third, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .set(.integer(1)))
        overlay.undo(first, for: "a", in: group)
        #expect(overlay.lookup("a", in: group) == .untouched)
    }
}
