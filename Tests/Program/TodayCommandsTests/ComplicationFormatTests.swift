import Host
import HostModel
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayTestSupport

@testable import TodayCommands

/// What `today complication` writes: golden files, and what a stream writes for each event.
@Suite struct ComplicationFormatTests {
    private static let app = AppID("com.example.habits")

    private static func shown(_ text: String, _ app: AppID = app) -> ShownComplication {
        ShownComplication(app: app, title: "Habits", url: nil, complication: Complication(shortText: text))
    }

    @Test(arguments: ComplicationFormat.allCases) func aComplicationInEachFormat(format: ComplicationFormat) throws {
        let formatter = ComplicationFormatter(format)
        var lines = formatter.header
        lines.append(formatter.line(Samples.habitsComplication, of: Self.app, isInStream: true))
        lines.append(formatter.line(Self.shown("bare"), of: Self.app, isInStream: true))
        lines.append(formatter.line(nil, of: Self.app, isInStream: true))
        lines.append(formatter.line(nil, of: nil, isInStream: false))
        try Golden.expect(lines.joined(separator: "\n") + "\n", "complication-\(format.rawValue).txt")
    }

    @Test func waybarMayEscapeByItself() {
        let formatter = ComplicationFormatter(.waybar, escapesMarkup: false)
        let line = formatter.line(Self.shown("<b>'a' & \"b\"</b>"), of: Self.app, isInStream: true)
        #expect(line == #"{"text":"<b>'a' & \"b\"</b>","tooltip":"<b>'a' & \"b\"</b>"}"#)
    }

    @Test func theListIsATable() throws {
        let report = ComplicationListReport(complications: [Samples.habitsComplication, Self.shown("bare")])
        try Golden.expect(report.text + "\n", "complication-list.txt")
        try Golden.expect(report.json.safeText + "\n", "complication-list.json")
        #expect(ComplicationListReport(complications: []).text == "No app has set a complication.")
    }

    /// The host lets no such text pass; should one come nevertheless, it must not break a bar.
    @Test(arguments: ComplicationFormat.allCases) func hostileTextStaysOnOneLine(format: ComplicationFormat) {
        let text = "a\nb\r\u{1B}[2J\u{0}\u{2028}c\u{202E}"
        var shown = Self.shown(text)
        shown.complication.longText = text
        shown.complication.symbol = text
        shown.complication.gauge = .nan
        let line = ComplicationFormatter(format).line(shown, of: Self.app, isInStream: true)
        #expect(!line.unicodeScalars.contains(where: TerminalScalars.isHarmful))
    }

    @Test func aStreamWritesOneLineForEachChangeOfItsApp() {
        var stream = ComplicationStream(ComplicationFormatter(.text))
        let other = AppID("com.example.other")
        func event(_ change: ComplicationEvent.Change) -> ComplicationEvent {
            ComplicationEvent(revision: Revision(1), change: change)
        }
        func all(_ shown: [ShownComplication]) -> ComplicationEvent {
            event(.all(ComplicationsState(revision: Revision(1), complications: shown)))
        }
        // Before any host was reached the bar is empty, once.
        #expect(stream.disconnect() == "")
        #expect(stream.disconnect() == nil)
        stream.app = Self.app
        #expect(stream.receive(all([])) == nil)
        #expect(stream.receive(all([Self.shown("other", other), Self.shown("3 left")])) == "3 left")
        #expect(stream.receive(all([Self.shown("3 left")])) == nil)
        #expect(stream.receive(event(.set(Self.shown("x", other)))) == nil)
        #expect(stream.receive(event(.removed(other))) == nil)
        #expect(stream.receive(event(.set(Self.shown("2 left")))) == "2 left")
        #expect(stream.shown == Self.shown("2 left"))
        // Something that this format does not show has changed.
        var gauge = Self.shown("2 left")
        gauge.complication.gauge = 0.5
        #expect(stream.receive(event(.set(gauge))) == "2 left")
        #expect(stream.receive(event(.removed(Self.app))) == "")
        #expect(stream.receive(event(.removed(Self.app))) == nil)
        #expect(stream.shown == nil)
    }

    @Test(arguments: [
        (#"{"name":"today","instance":"com.example.habits","button":1}"#, true),
        (#",{"instance":"com.example.habits","button":1,"x":5,"modifiers":["Shift"]}"#, true),
        (#"[{"button":1},"#, true), (#"  {"button":1} , "#, true),
        (#"{"instance":"com.example.habits","button":3}"#, false), (#"{"instance":"other","button":1}"#, false),
    ])
    func aClickWithTheLeftButtonOnTheBlockOpensTheApp(line: String, opens: Bool) {
        #expect(ComplicationClick(line: line)?.opens(Self.app) == opens)
    }

    @Test(arguments: [
        "", "[", ",", "]", "nonsense", "{}", #"{"button":"1"}"#, #"{"button":1"#, "[1]", "null",
        #"{"button":1,"instance":""# + String(repeating: "a", count: 70_000) + #""}"#,
    ])
    func anyOtherLineIsNoClick(line: String) {
        #expect(ComplicationClick(line: line) == nil)
    }
}
