import ArgumentParser
import CardRendering
import HostModel
import LocalAPI
import TodayProtocol

struct UninstallCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove an app, its widgets and its data.",
        discussion: """
            Names the app that it would remove, and asks once. If there is no terminal to ask on, nothing is removed and the
            exit status is 3, unless --yes says that you agree. The data of an app group stays while another installed
            app uses the group.

            EXAMPLES
              today uninstall Weather
              today uninstall com.example.Weather --keep-data --yes
            """
    )

    @Argument(help: .value("APP", "The app's bundle identifier or name."))
    var app: String

    @Flag(help: "Keep the data, for when the app is installed again.")
    var keepData = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let id = try await client.send(FindAppRequest(app))
        if !yes {
            let apps = try await client.send(ListAppsRequest(language: host.viewer(context).language))
            let title = apps.first { $0.id == id }?.title ?? id.description
            try Self.askForConsent(to: title, id, keepsData: keepData, on: context.console)
        }
        try await client.send(UninstallAppRequest(id, keepsData: keepData))
        context.console.printError("Removed \(id).")
    }

    static func askForConsent(
        to title: String,
        _ id: AppID,
        keepsData: Bool,
        on console: Console
    ) throws(CommandError) {
        let name = TerminalText.safe("\(title) (\(id))")
        try console.requireConsent(
            to: "Remove \(name) and \(keepsData ? "keep" : "delete") its data?",
            refusal: "\(name) was not removed",
            advice: keepsData ? "add --yes if you agree to this." : "add --yes if its data may be deleted."
        )
    }
}
