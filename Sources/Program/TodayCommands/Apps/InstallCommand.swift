package import ArgumentParser
import CardRendering
package import Host
import HostAPIClient
package import JSON

/// `today install`: installs an app, or a newer version of one.
package struct InstallCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an app and its widgets, or the newer version of one.",
        discussion: """
            Shows what the bundle asks for and what of it will not run, and asks once. Where there is nobody to ask,
            nothing is installed and the exit status is 3, unless --yes says that you agree. Asks again if the bundle
            asks for something else meanwhile.

            EXAMPLES
              today install Weather.app
              today install Weather.app --yes
            """
    )

    @Argument(help: ArgumentHelp("The bundle.", valueName: "PATH.app"), completion: .directory)
    var path: String

    @Flag(help: "Agree to everything that the bundle asks for.")
    var yes = false

    @Flag(help: "Print the installed app as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let bundle = context.absolutePath(path)
        try await host.withHost(context) { client in
            let app = try await Self.install(yes ? .everything : .none, on: context.console) { consent in
                try await client.send(InstallAppRequest(path: bundle, consent: consent))
            }
            context.console.print(InstallReport(app: app), asJSON: json)
        }
    }

    /// Installs a bundle, and asks the person for consent as often as the host finds requests that the person has not
    /// seen.
    ///
    /// - Parameters:
    ///   - consent: The consent given by the arguments.
    ///   - console: The console on which the person is asked.
    ///   - request: Sends the installation request to the host.
    /// - Returns: The installed app.
    /// - Throws: ``CommandError`` if the person does not agree, or an error of `request`.
    package static func install(
        _ consent: InstallConsent,
        on console: Console,
        request: (InstallConsent) async throws -> InstallOutcome
    ) async throws -> AppDescription {
        var consent = consent
        while true {
            switch try await request(consent) {
            case .installed(let app): return app
            case .consentNeeded(let title, let requests, let conflicts, let unsupported, let digest):
                if consent != .none { console.printError("\(title) asks for something else now.") }
                try ConsentPrompt(
                    title: title,
                    requests: requests,
                    conflicts: conflicts,
                    unsupported: unsupported ?? []
                ).ask(on: console)
                consent = .to(digest: digest)
            }
        }
    }
}

/// An installed app.
package struct InstallReport: Report {
    package var app: AppDescription

    package init(app: AppDescription) { self.app = app }

    /// What was installed, and a line for each extension that will not run.
    package var text: String {
        let unsupported = (app.unsupported ?? []).map { "Will not run: \($0)." }
        return ([sentence] + unsupported).map(TerminalText.safe).joined(separator: "\n")
    }

    private var sentence: String {
        let widgets = app.widgets.map(\.title)
        guard !widgets.isEmpty else { return "Installed \(app.title) \(app.version)." }
        let noun = widgets.count == 1 ? "widget" : "widgets"
        return "Installed \(app.title) \(app.version) with the \(noun) \(widgets.joined(separator: ", "))."
    }

    package var json: JSONValue { AppReport.json(app) }
}

/// The question whether a bundle may have the rights that it requests.
package struct ConsentPrompt: Sendable {
    package var title: String
    /// The requested rights, one sentence each.
    package var requests: [String]
    /// The requested rights that conflict with another app, one sentence each.
    package var conflicts: [String]
    /// What of the bundle will not run, a line each.
    package var unsupported: [String]

    package init(title: String, requests: [String], conflicts: [String], unsupported: [String] = []) {
        self.title = title
        self.requests = requests
        self.conflicts = conflicts
        self.unsupported = unsupported
    }

    /// The text that the person reads before answering, made safe for the terminal.
    package var text: String {
        var lines = ["\(title) asks for this:"] + requests.map { "  \($0)" }
        if !conflicts.isEmpty {
            lines += ["This belongs to another app, which then shares it:"] + conflicts.map { "  \($0)" }
        }
        if !unsupported.isEmpty { lines += ["Will not run:"] + unsupported.map { "  \($0)" } }
        return lines.map(TerminalText.safe).joined(separator: "\n")
    }

    /// Asks once.
    ///
    /// - Throws: ``CommandError``: with status `consentNeeded` if no person can be asked, with `failure` if the person
    ///   does not agree.
    package func ask(on console: Console) throws(CommandError) {
        let title = TerminalText.safe(title)
        console.printError(text)
        try console.requireConsent(
            to: "Install \(title)?",
            refusal: "\(title) was not installed",
            advice: "add --yes if you agree to this."
        )
    }
}
