package import ArgumentParser
package import Host
import HostAPI

/// `today install`: installs an app, or a newer version of one.
package struct InstallCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an app and its widgets, or the newer version of one.",
        discussion: """
            Shows what the bundle asks for and asks once. Where there is nobody to ask, nothing is installed and the
            exit status is 3, unless --yes says that you agree. Asks again if the bundle asks for something else meanwhile.

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
                try await client.install(path: bundle, consent: consent)
            }
            context.console.print(InstallReport(app: app), asJSON: json)
        }
    }

    /// Installs a bundle, and asks the person as long as it asks for something that the person did not see.
    ///
    /// - Parameters:
    ///   - consent: What the person agreed to by the arguments.
    ///   - console: Where to ask.
    ///   - order: Orders the installation from the host.
    /// - Returns: The installed app.
    /// - Throws: ``CommandError`` if the person does not agree, and what the order throws.
    package static func install(
        _ consent: InstallConsent,
        on console: Console,
        order: (InstallConsent) async throws -> InstallOutcome
    ) async throws -> AppDescription {
        var consent = consent
        while true {
            switch try await order(consent) {
            case .installed(let app): return app
            case .consentNeeded(let title, let requests, let conflicts, let digest):
                if consent != .none { console.printError("\(title) asks for something else now.") }
                try ConsentQuestion(title: title, requests: requests, conflicts: conflicts).ask(on: console)
                consent = .to(digest: digest)
            }
        }
    }
}
