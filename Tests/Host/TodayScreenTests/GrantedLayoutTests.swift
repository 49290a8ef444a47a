import AdaptiveCards
import Testing
import TodayProtocol
import TodayScreen

/// What a widget gets of the heights and margins that it asks for.
@Suite struct GrantedLayoutTests {
    private func layout(
        compact: Double? = nil,
        expanded: Double? = nil,
        margins: WidgetMargins? = nil
    ) -> GrantedLayout {
        let card = Card { TextBlock("x") }
        return GrantedLayout(
            of: WidgetContent(compact: card, compactHeight: compact, expandedHeight: expanded, margins: margins)
        )
    }

    @Test(
        arguments: [
            (nil, nil), (60.0, 60.0), (0.5, 0.5), (220, 220), (220.5, 220), (1e300, 220), (0, nil), (-5, nil),
            (.nan, nil),
            (.infinity, 220),
        ] as [(Double?, Double?)]
    )
    func aCompactHeightIsExactWithinItsLimit(requested: Double?, granted: Double?) {
        #expect(layout(compact: requested).compactHeight == granted)
    }

    @Test func aRequestBeyondALimitIsNamedWithBothValues() {
        let margins = WidgetMargins(top: 65, leading: 64, bottom: -1, trailing: 0)
        let layout = layout(compact: 500, expanded: 641, margins: margins)
        #expect(layout.compactHeight == 220)
        #expect(layout.expandedHeight == 640)
        #expect(layout.margins == WidgetMargins(top: 64, leading: 64, bottom: 0, trailing: 0))
        #expect(
            layout.excesses == [
                .init(size: "compactHeight", requested: 500, granted: 220),
                .init(size: "expandedHeight", requested: 641, granted: 640),
                .init(size: "margins.top", requested: 65, granted: 64),
            ]
        )
    }

    @Test func marginsThatAreNotNamedAreTheProposedOnes() {
        #expect(layout().margins == GrantedLayout.offer(.small).proposedMargins)
        #expect(layout(margins: .zero).margins == .zero)
        #expect(layout(compact: 220, expanded: 640, margins: .standard).excesses == [])
    }
}
