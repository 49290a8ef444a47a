import Testing
import TodayProtocol

@testable import TodayCommands

@Suite struct UninstallCommandTests {
    @Test(arguments: [false, true])
    func theQuestionNamesTheAppAndWhatBecomesOfItsData(keepsData: Bool) throws {
        let console = RecordingConsole(answer: "y")

        try ask(keepsData: keepsData, on: console)

        let fate = keepsData ? "keep" : "delete"
        #expect(console.error == "Remove Weather (today.weather) and \(fate) its data? [y/N] ")
    }

    @Test(arguments: ["n", "", "Weather"])
    func everythingButYesIsNo(answer: String) {
        let error = #expect(throws: CommandError.self) { try ask(on: RecordingConsole(answer: answer)) }

        #expect(error?.status == .failure)
        #expect(error?.message == "Weather (today.weather) was not removed.")
    }

    @Test func whereNobodyIsConsentIsNeeded() {
        let error = #expect(throws: CommandError.self) { try ask(on: RecordingConsole()) }

        #expect(error?.status == .consentNeeded)
        #expect(error?.message.contains("--yes") == true)
    }

    @Test func aTitleCannotWriteIntoTheTerminal() {
        let console = RecordingConsole(answer: "n")

        #expect(throws: CommandError.self) { try ask(title: "A\u{1B}[2J\nB", on: console) }

        #expect(!console.error.contains("\u{1B}"))
        #expect(!console.error.contains("\n"))
    }

    private func ask(title: String = "Weather", keepsData: Bool = false, on console: RecordingConsole) throws {
        try UninstallCommand.askForConsent(
            to: title,
            AppID("today.weather"),
            keepsData: keepsData,
            on: console.console
        )
    }
}
