package import ArgumentParser
import Host
import HostAPI

/// `today install`: installs an app, or a newer version of one.
package struct InstallCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an app and its widgets, or the newer version of one.",
        discussion: """
            Shows what the bundle asks for and asks once. Where there is nobody to ask, nothing is installed and the
            exit status is 3, unless --yes says that you agree.

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
            switch try await client.install(path: bundle, hasConsent: yes) {
            case .installed(let app):
                context.console.print(InstallReport(app: app), asJSON: json)
            case .consentNeeded(let title, let requests, let conflicts):
                let question = ConsentQuestion(title: title, requests: requests, conflicts: conflicts)
                try question.ask(on: context.console)
                guard case .installed(let app) = try await client.install(path: bundle, hasConsent: true) else {
                    throw CommandError("\(title) was not installed: it changed meanwhile. Try again.")
                }
                context.console.print(InstallReport(app: app), asJSON: json)
            }
        }
    }
}
