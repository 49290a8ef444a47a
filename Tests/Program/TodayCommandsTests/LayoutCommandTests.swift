import Foundation
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayTestSupport

@testable import TodayCommands

/// The arrangement of the screen as a file.
@Suite(.timeLimit(.minutes(10))) struct LayoutCommandTests {
    @Test func theFileHasAllThatTheScreenHas() async throws {
        try await withLocalToday { today in
            today.host.with { $0.notifications.appearance = Appearance(accent: .green, density: .compact) }
            #expect(
                await today.run("layout", "export", "-") == """
                    # An arrangement of Today. Put it on a screen with: today layout import FILE
                    accent green
                    density compact
                    show com.example.weather.widget small  # Weather
                    show com.example.habits.widget small  # Habits
                    show com.example.stocks.widget small  # Stocks
                    show com.example.news.widget small  # News
                    hide com.example.tides.widget  # Tides

                    """
            )
        }
    }

    @Test func aFileArrangesTheScreen() async throws {
        try await withLocalToday { today in
            let text = """
                density compact
                show com.example.tides.widget large # high and low
                show com.example.gone.widget
                hide com.example.weather.widget
                show com.example.news.widget
                """
            let file = today.state + "/desk.layout"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let console = RecordingConsole()
            await today.run("layout", "import", file, on: console)
            #expect(console.error.contains("Line 3: com.example.gone.widget is not installed, and is left out."))
            let chosen: [String] = today.host.with { $0.screen.chosen.map(\.title) }
            #expect(chosen == ["Tides", "News", "Habits", "Stocks"])
            let resized = today.host.sent(ResizeWidgetRequest.self)
            #expect(resized.map(\.widget.rawValue) == ["com.example.tides.widget"])
            #expect(resized.map(\.family) == [WidgetFamily.large])
            let appearance: Appearance = today.host.with { $0.notifications.appearance }
            #expect(appearance == Appearance(accent: .blue, density: .compact))
        }
    }

    @Test func theConfigurationOfAWidgetIsCarriedOver() async throws {
        try await withLocalToday { today in
            let values = ["place": "Münster # 2 \"old\"\u{2028}", "days": "1,2"]
            today.host.with { $0.screen.chosen[0].isConfigurable = true }
            today.host.answer(GetWidgetValuesRequest.self) { _, _ in values }
            today.host.answer(ConfigureWidgetRequest.self) { request, _ in
                guard request.widget == WidgetID("com.example.habits.widget") else { return }
                throw HostError(.invalid, "There is no such place.")
            }
            let text = await today.run("layout", "export", "-")
            #expect(text.contains("\nconfigure com.example.weather.widget {"))
            let file = today.state + "/desk.layout"
            let other = text.replacing("configure com.example.weather", with: "configure com.example.habits")
                .replacing("show com.example.weather.widget small  # Weather\n", with: "")
            let habits = "show com.example.habits.widget small  # Habits\n"
            let moved = habits + other.replacing(habits, with: "")
            for (content, problem) in [(text, ""), (moved, "There is no such place.")] {
                try content.write(toFile: file, atomically: true, encoding: .utf8)
                let console = RecordingConsole()
                await today.run("layout", "import", file, on: console)
                #expect(problem.isEmpty ? console.error.isEmpty : console.error.contains(problem))
            }
            #expect(today.host.sent(ConfigureWidgetRequest.self).map(\.values) == [values, values])
        }
    }

    @Test func whatIsExportedChangesNothing() async throws {
        try await withLocalToday { today in
            let file = today.state + "/desk.layout"
            await today.run("layout", "export", file)
            let before = today.host.with(\.screen.chosen)
            await today.run("layout", "import", file)
            #expect(today.host.with(\.screen.chosen) == before)
        }
    }

    @Test(arguments: [
        (
            "accent blue\nshoe a.widget\n",
            "Line 2: “shoe” is no instruction; use accent, density, show, configure or hide."
        ),
        ("accent mauve", "Line 1: Write accent and one of blue, violet, pink, orange, green, graphite."),
        ("\n\ndensity", "Line 3: Write density and one of comfortable, compact."),
        ("show a.widget huge", "Line 1: “huge” is no size; write show WIDGET SIZE"),
        ("hide a.widget small", "Line 1: Write hide WIDGET."),
        ("show a\nhide a", "Line 2: a is in line 1 already; keep one of the two lines."),
        ("configure a {}", "Line 1: Show a in a line above this one."),
        ("show a\nconfigure a place", "Line 2: Write configure WIDGET {"),
        ("show a\nconfigure a {\"place\":1}", "Line 2: Write configure WIDGET {"),
        ("# Nothing", "This is no arrangement: no line has accent, density, show or hide."),
        (String(repeating: "show a\n", count: 20_000), "This is no arrangement: it has more than 64 KiB."),
    ])
    func aWrongLineIsNamed(text: String, message: String) throws {
        let error = #expect(throws: CommandError.self) { try ScreenArrangement(parsing: text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func nothingChangesIfALineCannotBeFollowed() async throws {
        try await withLocalToday { today in
            today.host.with { $0.screen.chosen[0].families = [.small] }
            let file = today.state + "/desk.layout"
            for (text, message) in [
                ("show com.example.weather.widget large", "has no size large; use one of: small."),
                ("hide com.example.weather.widget:2", "would delete its configuration; remove it on the page."),
            ] {
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                let console = RecordingConsole()
                await today.run("layout", "import", file, on: console, status: .failure)
                #expect(console.error.contains(message), "\(console.error)")
            }
            #expect(!today.host.with(\.sent).contains { $0 is SetScreenRequest })
            await today.run("layout", "import", today.state + "/none", status: .failure)
        }
    }
}
