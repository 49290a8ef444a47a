import Testing
import TodayCommands
import TodayTestSupport

@Suite struct ConsentPromptTests {
    private let question = ConsentPrompt(
        title: "Weather",
        requests: ["Run a program of Weather.", "Fetch from the network, from api.open-meteo.com."],
        conflicts: ["The group group.today.weather belongs to other.app."]
    )

    @Test(arguments: ["y", "Y", "yes", "YES"])
    func agreementIsAWord(answer: String) throws {
        let console = RecordingConsole(answer: answer)

        try question.ask(on: console.console)

        try Golden.expect(console.error + "\n", "consent.txt")
        #expect(console.output.isEmpty)
    }

    @Test(arguments: ["n", "", "yep", "yes please"])
    func everythingElseIsNo(answer: String) {
        let error = #expect(throws: CommandError.self) {
            try question.ask(on: RecordingConsole(answer: answer).console)
        }

        #expect(error?.status == .failure)
    }

    @Test func whatWillNotRunIsTold() {
        let question = ConsentPrompt(
            title: "Weather",
            requests: ["Run a program of Weather."],
            conflicts: [],
            unsupported: ["PlugIns/Keyboard.appex (Custom Keyboard, com.apple.keyboard-service)", "a\u{1B}[2J\nb"]
        )

        let lines = question.text.split(separator: "\n").dropFirst(2)

        #expect(lines.count == 3)
        #expect(
            lines.prefix(2) == [
                "Will not run:", "  PlugIns/Keyboard.appex (Custom Keyboard, com.apple.keyboard-service)",
            ]
        )
        #expect(!question.text.contains("\u{1B}"))
    }

    @Test func whereNobodyIsConsentIsNeeded() {
        let console = RecordingConsole()

        let error = #expect(throws: CommandError.self) { try question.ask(on: console.console) }

        #expect(error?.status == .consentNeeded)
        #expect(error?.message.contains("--yes") == true)
        #expect(console.error.contains("group.today.weather"))
    }
}
