import Testing
import TodayCommands

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

        try Golden.expect(console.error, "consent.txt")
        #expect(console.output.isEmpty)
    }

    @Test(arguments: ["n", "", "yep", "yes please"])
    func everythingElseIsNo(answer: String) {
        let error = #expect(throws: CommandError.self) {
            try question.ask(on: RecordingConsole(answer: answer).console)
        }

        #expect(error?.status == .failure)
    }

    @Test func whereNobodyIsConsentIsNeeded() {
        let console = RecordingConsole()

        let error = #expect(throws: CommandError.self) { try question.ask(on: console.console) }

        #expect(error?.status == .consentNeeded)
        #expect(error?.message.contains("--yes") == true)
        #expect(console.error.contains("group.today.weather"))
    }
}
