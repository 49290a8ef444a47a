import AdaptiveCards
import ArgumentParser
import CardRendering
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct InstallCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an app and its widgets, or a newer version.",
        discussion: """
            Shows what the bundle asks for, and what of it will not run or has no effect, and asks once; for a newer version,
            it shows only what is new. If there is no terminal to ask on, nothing is installed and the exit status is 3,
            unless --yes says that you agree. Asks again if the bundle asks for something else meanwhile.

            Then waits for the first update of each widget, for up to 30 seconds. If one fails, the exit status is 1, and its
            reason and what it wrote to standard error are printed; the app stays installed. Mistakes in the cards are
            printed as warnings.

            A bundle that comes from another place than the installed app with its identifier takes over the rights and the
            data of that app. --yes does not agree to that; --replace does.

            EXAMPLES
              today install Weather.app
              today install Weather.app --yes
            """
    )

    @Argument(help: .value("PATH.app", "The bundle."), completion: .file())
    var path: String

    @Flag(help: "Agree to everything that the bundle asks for.")
    var yes = false

    @Flag(help: "Agree to everything, and that the bundle replaces an app that was installed from elsewhere.")
    var replace = false

    @Flag(help: "Print the installed app as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let bundle = context.absolutePath(path)
        let consent: InstallConsent = replace ? .replacing : yes ? .everything : .none
        let app = try await Self.install(consent, on: context.console) { consent in
            try await client.send(InstallAppRequest(path: bundle, consent: consent))
        }
        context.print(InstallReport(app: app), asJSON: json)
        guard !app.widgets.isEmpty else { return }
        try Self.report(try await client.send(GetUpdateProblemsRequest(of: app.id)), on: context.console)
    }

    /// Prints the problems of widgets that are not up to date, and the mistakes in their cards.
    ///
    /// - Throws: ``CommandError`` if an update failed. A widget that reports a missing precondition has not failed.
    static func report(_ problems: [UpdateProblem], on console: Console) throws(CommandError) {
        for problem in problems {
            let heading = problem.mistakes.isEmpty ? nil : "Mistakes in the cards of \(problem.widget):"
            let mistakes = problem.mistakes.map(\.description)
            for (first, lines) in [(problem.message, problem.standardError), (heading, mistakes)] {
                guard let first else { continue }
                // A process may have written any characters, even line breaks.
                let safe = [TerminalText.safe(first)] + lines.map { "  \(TerminalText.safe($0))" }
                console.printError(safe.joined(separator: "\n"))
            }
        }
        let failed = problems.filter(\.isFailure).map(\.widget.rawValue)
        guard let first = failed.first else { return }
        let widgets = failed.joined(separator: ", ")
        throw CommandError("The first update has failed: \(widgets). More is in: today why \(first)")
    }

    /// Installs a bundle, and asks for consent each time the host reports requests that the person has not seen.
    static func install(
        _ consent: InstallConsent,
        on console: Console,
        request: (InstallConsent) async throws -> InstallOutcome
    ) async throws -> AppDescription {
        var consent = consent
        while true {
            switch try await request(consent) {
            case .installed(let app): return app
            case .consentNeeded(let sheet):
                // Consent to everything does not include consent to a replacement, so nothing has changed meanwhile.
                if case .to = consent { console.printError("\(sheet.title) asks for something else now.") }
                try ConsentPrompt(sheet: sheet).ask(on: console)
                consent = .to(digest: sheet.digest)
            }
        }
    }
}

struct InstallReport: Report {
    var app: AppDescription

    func text(in _: CommandContext) -> String {
        ([sentence] + (app.unsupported ?? []).map(\.english)).map(TerminalText.safe).joined(separator: "\n")
    }

    private var sentence: String {
        let widgets = app.widgets.map(\.title)
        guard !widgets.isEmpty else { return "Installed \(app.title) \(app.version)." }
        let noun = widgets.count == 1 ? "widget" : "widgets"
        return "Installed \(app.title) \(app.version) with the \(noun) \(widgets.joined(separator: ", "))."
    }

    var json: JSONValue { AppReport.json(app) }
}

struct ConsentPrompt: Sendable {
    var sheet: ConsentSheet

    var text: String {
        var lines = [sheet.introduction] + sheet.requests.map { "  \($0)" }
        if !sheet.replaced.isEmpty {
            lines += [sheet.replacementIntroduction] + sheet.replaced.map { "  \($0.english)" }
        }
        if !sheet.conflicts.isEmpty {
            lines += [sheet.conflictsIntroduction] + sheet.conflicts.map { "  \($0.english)" }
        }
        lines += ([sheet.signatureSentence] + sheet.unsupported).map(\.english)
        return lines.map(TerminalText.safe).joined(separator: "\n")
    }

    func ask(on console: Console) throws(CommandError) {
        console.printError(text)
        try console.requireConsent(
            to: TerminalText.safe(sheet.question),
            refusal: "\(TerminalText.safe(sheet.title)) was not installed",
            advice: "add \(sheet.replaced.isEmpty ? "--yes" : "--replace") if you agree to this."
        )
    }
}
