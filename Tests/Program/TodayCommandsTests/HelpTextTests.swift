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

    @Test func aWordThatIsTooLongStaysWhole() {
        #expect(HelpText.wrapped("  abcdefghijklmnopqrstuvwxyz b", to: 10) == "  abcdefghijklmnopqrstuvwxyz\n  b")
    }
}
