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

    private var history: SystemHistory { SystemHistory().adding(status) }

    @Test func theNumbersSayHowMuchIsInUseAndTheHeaderForHowLong() throws {
        let card = SystemCards.content(history, Texts("en")).compact
        try card.validateForWidget()
        let text = try text(card)
        for expected in ["75%", "85%", "99%", "Load", "Memory", "Disk", "up 1 day, 2 h", #""showAxes":false"#] {
            #expect(text.contains(expected), "\(expected) in \(text)")
        }
        #expect(!text.contains("Running for"))
    }

    @Test func aLineHasTheLastMinutes() {
        var history = SystemHistory()
        for load in 0..<50 {
            let busy = SystemStatus(
                load: [Double(load)],
                processors: 100,
                memory: status.memory,
                disk: status.disk
            )
            history = history.adding(busy)
        }
        #expect(history.line(SystemCards.loadFraction).map(\.y) == (10..<50).map(Double.init))
        #expect(self.history.line(SystemCards.loadFraction).map(\.y) == [75, 75])
    }

    @Test func theExpandedCardHasTheFacts() throws {
        let text = try text(SystemCards.content(history, Texts("de-DE")).expanded)
        for expected in ["3,00 · 1,50 · 0,25", "6,8\u{a0}GB von 8,0\u{a0}GB", "1 Tag, 2 Std.", "99\u{a0}%"] {
            #expect(text.contains(expected), "\(expected) in \(text)")
        }
        // A computer without swap space has no line about it.
        #expect(!text.contains("Auslagerung"))
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

    @Test(arguments: [("en", "up 18 min"), ("de", "seit 18 Min."), ("ja", "稼働18分")])
    func belowAnHourThereAreMinutesAlone(language: String, detail: String) {
        let young = SystemStatus(load: [], memory: status.memory, disk: status.disk, uptime: .seconds(18 * 60))
        let content = SystemCards.content(SystemHistory().adding(young), Texts(language))
        #expect(content.compact.header?.detail == detail)
    }
}
