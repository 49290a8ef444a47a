import Testing

@testable import TodayCommands

@Suite struct HelpTextTests {
    @Test func theLinesOfAParagraphAreJoinedAndWrapped() {
        let text = """
            OVERVIEW: Start Today.

            Runs until it gets a signal, and
            then ends
            everything.

            EXAMPLES
              today run
            """
        let wrapped = """
            OVERVIEW: Start Today.

            Runs until it gets a
            signal, and then ends
            everything.

            EXAMPLES
              today run
            """
        #expect(HelpText.wrapped(text, to: 22) == wrapped)
    }

    @Test func whatAnOptionIsForGoesOnBelowItself() {
        let text = "  --port <N>    The port of the web surface."
        #expect(
            HelpText.wrapped(text, to: 40)
                == "  --port <N>    The port of the web\n                surface."
        )
    }

    @Test func linesOfAnErrorStayLinesAndOnlyLongOnesAreWrapped() {
        let text = """
            Error: a.app has two mistakes:
            Info.plist is missing.
            Help:  <PATH.app>  The bundle.
            Usage: today install <PATH.app> [--yes] [--state <DIR>]
              See 'today install --help' for more information.
            """
        let wrapped = """
            Error: a.app has two mistakes:
            Info.plist is missing.
            Help:  <PATH.app>  The bundle.
            Usage: today install <PATH.app> [--yes]
                   [--state <DIR>]
              See 'today install --help' for more
              information.
            """
        #expect(HelpText.wrappedError(text, to: 40) == wrapped)
        #expect(HelpText.wrappedError(text, to: 100) == text)
    }

    @Test func helpBelowAnErrorIsWrappedAsHelp() {
        let text = "Error: NAME is\nmissing.\n\nOVERVIEW: Start\nToday.\n\nUSAGE: today run"
        let wrapped = "Error: NAME is\nmissing.\n\nOVERVIEW: Start Today.\n\nUSAGE: today run"
        #expect(HelpText.wrappedError(text, to: 40) == wrapped)
    }

    @Test func aWordThatIsTooLongStaysWhole() {
        #expect(HelpText.wrapped("  abcdefghijklmnopqrstuvwxyz b", to: 10) == "  abcdefghijklmnopqrstuvwxyz\n  b")
    }
}
