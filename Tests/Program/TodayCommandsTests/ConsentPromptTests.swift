import Host
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import TodayCommands

@Suite struct ConsentPromptTests {
    private let question = prompt(
        ["Run a program of Weather.", "Fetch from api.open-meteo.com."],
        conflicts: ["The group group.today.weather belongs to other.app, which then shares it."]
    )

    private static func prompt(
        _ sentences: [String],
        known: Set<String> = [],
        installed: String? = nil,
        conflicts: [LocalizableText] = [],
        unsupported: [LocalizableText] = []
    ) -> ConsentPrompt {
        ConsentPrompt(
            sheet: ConsentSheet(
                app: AppID("today.weather"),
                title: "Weather",
                version: "2.0",
                installedVersion: installed,
                rights: sentences.map { .init(identifier: $0, sentence: .text($0), isNew: !known.contains($0)) },
                conflicts: conflicts,
                unsupported: unsupported
            )
        )
    }

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
        let sentence = "Will not run: PlugIns/Keyboard.appex (Custom Keyboard, com.apple.keyboard-service)."
        let question = Self.prompt(["Run a program of Weather."], unsupported: [.text(sentence), "a\u{1B}[2J\nb"])

        let lines = question.text.split(separator: "\n").dropFirst(3)

        #expect(lines.count == 2)
        #expect(lines.first.map(String.init) == sentence)
        #expect(!question.text.contains("\u{1B}"))
    }

    @Test func anUpdateAsksOnlyForWhatIsNew() {
        let update = Self.prompt(["Run.", "Fetch."], known: ["Run."], installed: "1.0")
        let unsigned = "It is not signed: nothing shows who made it."
        #expect(update.text == "Weather now asks for this too:\n  Fetch.\n\(unsigned)")
        #expect(update.sheet.question == "Replace Weather 1.0 with 2.0?")

        let same = Self.prompt(["Run."], known: ["Run."], installed: "2.0")
        #expect(same.text == "Weather asks for no new rights.\n\(unsigned)")
        #expect(same.sheet.question == "Replace Weather 2.0?")
        #expect(update.sheet.digest != Self.prompt(["Run.", "Fetch."], installed: "1.0").sheet.digest)
    }

    @Test func aReplacementIsNamedAndNeedsItsOwnWord() {
        var sheet = Self.prompt(["Run."], known: ["Run."], installed: "1.0").sheet
        sheet.replacement = ConsentSheet.Replacement(
            title: "Weather",
            version: "1.0",
            source: "/old/Weather.app",
            groups: [.init(name: "group.a", others: ["Friend"])]
        )
        let console = RecordingConsole()

        let error = #expect(throws: CommandError.self) { try ConsentPrompt(sheet: sheet).ask(on: console.console) }

        #expect(error?.message.contains("--replace") == true)
        #expect(
            console.error.contains(
                """
                This takes the place of an installed app:
                  Weather 1.0 (today.weather), installed from /old/Weather.app. The bundle gets its rights and its data.
                  It will read the data of group.a, which Friend uses too.
                """
            )
        )
    }

    @Test func whereNobodyIsConsentIsNeeded() {
        let console = RecordingConsole()

        let error = #expect(throws: CommandError.self) { try question.ask(on: console.console) }

        #expect(error?.status == .consentNeeded)
        #expect(error?.message.contains("--yes") == true)
        #expect(console.error.contains("group.today.weather"))
    }
}
