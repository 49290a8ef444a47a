import Testing
import TodayKit

@testable import SystemCore

@Suite struct SystemTests {
    private let status = SystemStatus(
        load: [3, 1.5, 0.25],
        processors: 4,
        memory: .init(total: 8_000_000_000, available: 1_200_000_000),
        disk: .init(total: 1_900_000_000_000, available: 19_000_000_000),
        uptime: .seconds(93_784)
    )

    private func text(_ card: Card?) throws -> String { try JSONValue(encoding: try #require(card)).jsonText }

    @Test func theRingsSayHowMuchIsInUse() throws {
        let card = SystemCards.content(status, Texts("en")).compact
        try card.validateForWidget()
        let text = try text(card)
        for expected in ["Load 75%", "3.00", "Memory 85%", "1.2\u{a0}GB free", "Disk 99%", "19.0\u{a0}GB free"] {
            #expect(text.contains(expected), "\(expected) in \(text)")
        }
        #expect(!text.contains("Running for"))
    }

    @Test func theExpandedCardHasTheFacts() throws {
        let text = try text(SystemCards.content(status, Texts("de-DE")).expanded)
        for expected in ["3,00 · 1,50 · 0,25", "6,8\u{a0}GB von 8,0\u{a0}GB", "1 Tag, 2 Std.", "99\u{a0}%"] {
            #expect(text.contains(expected), "\(expected) in \(text)")
        }
        // A computer without swap space has no line about it.
        #expect(!text.contains("Auslagerung"))
    }

    @Test(arguments: [
        (0.79, ProgressColor.accent), (0.8, .warning), (0.949, .warning), (0.95, .attention), (1, .attention),
    ])
    func theColorWarnsBeforeItIsFull(fraction: Double, color: ProgressColor) {
        #expect(SystemCards.color(fraction) == color)
    }

    @Test func moreLoadThanProcessorsFillsTheRing() {
        let busy = SystemStatus(load: [9], processors: 2, memory: status.memory, disk: status.disk)
        #expect(SystemCards.loadFraction(busy) == 1)
        #expect(SystemCards.loadFraction(SystemStatus(load: [], memory: status.memory, disk: status.disk)) == 0)
    }

    @Test(arguments: [
        (0, "0\u{a0}MB"), (850_400_000, "850\u{a0}MB"), (999_600_000, "1.0\u{a0}GB"), (5_249_000_000, "5.2\u{a0}GB"),
        (1_960_000_000_000, "2.0\u{a0}TB"), (Int.max, "9223372.0\u{a0}TB"),
    ])
    func aSizeHasAUnitThatAPersonReads(bytes: Int, text: String) { #expect(Texts("en").size(bytes) == text) }

    @Test func everyLanguageHasItsWords() {
        #expect(Texts("ja-JP").used(status.memory) == "8.0\u{a0}GB中6.8\u{a0}GB")
        #expect(Texts("ja").duration(.seconds(3 * 86_400 + 7200)) == "3日2時間")
        #expect(Texts("fr").duration(.seconds(3725)) == "1 h, 2 min")
    }
}
