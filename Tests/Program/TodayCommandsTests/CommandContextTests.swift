import Testing

@testable import TodayCommands

@Suite struct CommandContextTests {
    @Test(
        arguments: [
            (["LANG": "de_CH.UTF-8"], "de-CH"), (["LANG": "en_GB"], "en-GB"), (["LANG": "C.UTF-8"], "en-US"),
            (["LANG": "POSIX"], "en-US"), ([:], "en-US"), (["LC_ALL": "fr_FR@euro", "LANG": "de_DE"], "fr-FR"),
            (["LC_ALL": "", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "de_DE"], "ja-JP"), (["LANG": "../../etc"], "en-US"),
        ] as [([String: String], String)]
    )
    func languageIsTheLocales(environment: [String: String], language: String) {
        #expect(RecordingConsole().context(environment: environment).systemLanguage == language)
    }

    @Test(
        arguments: [
            (nil, [:], 80), (nil, ["COLUMNS": "100"], 100), (132, ["COLUMNS": "100"], 132), (3, [:], 20),
            (nil, ["COLUMNS": "9999"], 200), (nil, ["COLUMNS": "wide"], 80),
        ] as [(Int?, [String: String], Int)]
    )
    func widthIsTheTerminalsWithinReason(columns: Int?, environment: [String: String], width: Int) {
        var context = RecordingConsole().context(environment: environment)
        context.console.columns = columns

        #expect(context.width == width)
    }

    @Test(
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false),
        ] as [(Bool, [String: String], Bool)]
    )
    func colorsNeedATerminalAndNobodyAgainstThem(isTerminal: Bool, environment: [String: String], hasColors: Bool) {
        var context = RecordingConsole().context(environment: environment)
        context.console.isTerminal = isTerminal

        #expect(context.usesColors == hasColors)
    }

    @Test(arguments: [
        ("a/b", "/work/a/b"), ("/a/b", "/a/b"), ("../a", "/a"), ("./a/./b/../c", "/work/a/c"), ("", "/work"),
        ("../../..", "/"),
    ])
    func pathsBeginAtTheCurrentFolder(path: String, absolute: String) {
        #expect(RecordingConsole().context().absolutePath(path) == absolute)
    }
}
