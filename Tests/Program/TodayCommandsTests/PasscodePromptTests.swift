import Host
import HostModel
import Testing
import TodayProtocol

@testable import TodayCommands

@Suite struct PasscodePromptTests {
    @Test func terminalIsAskedWithoutShowing() throws {
        let console = RecordingConsole(secrets: ["1234"])

        #expect(try PasscodePrompt(console: console.console, readsInput: false).ask("Passcode") == "1234")

        #expect(console.error == "Passcode: ")
        #expect(console.output.isEmpty)
    }

    @Test func linesOfStandardInputAreTakenInOrder() throws {
        let asker = PasscodePrompt(console: RecordingConsole(lines: ["old", "new"]).console, readsInput: true)

        #expect(try asker.ask("Current passcode") == "old")
        #expect(try asker.askForNew() == "new")
        #expect(throws: CommandError.self) { try asker.ask("Passcode") }
    }

    @Test func whereNobodyIsTheOptionIsNamed() {
        let console = RecordingConsole(lines: ["1234"])

        let error = #expect(throws: CommandError.self) {
            try PasscodePrompt(console: console.console, readsInput: false).ask("Passcode")
        }

        #expect(error?.status == .consentNeeded)
        #expect(error?.message.contains("--passcode-stdin") == true)
    }

    @Test(arguments: [[], [""]])
    func nothingIsNoPasscode(secrets: [String]) {
        let asker = PasscodePrompt(console: RecordingConsole(secrets: secrets).console, readsInput: false)

        #expect(throws: CommandError.self) { try asker.ask("Passcode") }
    }

    @Test func newPasscodeIsTypedTwice() throws {
        let same = RecordingConsole(secrets: ["1234", "1234"])
        #expect(try PasscodePrompt(console: same.console, readsInput: false).askForNew() == "1234")
        let different = RecordingConsole(secrets: ["1234", "1235"])
        #expect(throws: CommandError.self) {
            try PasscodePrompt(console: different.console, readsInput: false).askForNew()
        }
    }

    /// Tries passcodes until one is right; returns all that were tried.
    private func tried(_ console: RecordingConsole, readsInput: Bool, isNeeded: Bool = true) async throws -> [String?] {
        var tried: [String?] = []
        try await PasscodePrompt(console: console.console, readsInput: readsInput).withPasscode(if: isNeeded) {
            passcode in
            tried.append(passcode)
            guard passcode == "right" || passcode == nil else { throw HostError(.passcodeWrong, "Wrong.") }
        }
        return tried
    }

    @Test func wrongPasscodeIsAskedForAgainOnATerminal() async throws {
        let console = RecordingConsole(secrets: ["wrong", "worse", "right"])

        #expect(try await tried(console, readsInput: false) == ["wrong", "worse", "right"])
        #expect(console.error == "Passcode: Wrong.\nPasscode: Wrong.\nPasscode: ")
    }

    @Test func thirdWrongPasscodeIsTheLast() async {
        let console = RecordingConsole(secrets: ["a", "b", "c", "right"])

        await #expect(throws: HostError.self) { _ = try await tried(console, readsInput: false) }
    }

    @Test func standardInputHasOneChance() async {
        let console = RecordingConsole(lines: ["wrong", "right"])

        await #expect(throws: HostError.self) { _ = try await tried(console, readsInput: true) }
    }

    @Test func nobodyIsAskedWhereNoPasscodeIsNeeded() async throws {
        #expect(try await tried(RecordingConsole(), readsInput: false, isNeeded: false) == [nil])
    }
}
