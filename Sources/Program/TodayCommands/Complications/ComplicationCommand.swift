import ArgumentParser
import HostDaemon
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct ComplicationCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "complication",
        abstract: "Show an app's complication in a status bar.",
        discussion: """
            Prints the app's complication once, or with --follow a line for each change until the bar ends. While Today is not
            running, --follow shows nothing in the bar and waits. Documentation/Complications.md has
            configurations for waybar, i3bar and swaybar, in which a click opens the app.

            EXAMPLES
              today complication Habits
              today complication Habits --follow --format waybar
              today complication --list
            """
    )

    @Argument(help: .value("APP", "The app's bundle identifier or name."))
    var app: String?

    @Flag(help: "Print a line for each change.")
    var follow = false

    @Option(help: .value("FORMAT", "waybar, i3bar, text or json."))
    var format = ComplicationFormat.text

    @Flag(help: "Do not escape texts for waybar, whose module must then have \"escape\": true.")
    var noEscape = false

    @Flag(help: "List the complications of all apps, as text or as JSON.")
    var list = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard list != (app != nil) else { throw ValidationError("Name an APP, or give --list.") }
        if list, follow { throw ValidationError("--list prints once; --follow goes with an APP.") }
        if list, format != .text, format != .json { throw ValidationError("--list prints as text or as json.") }
        if noEscape, format != .waybar { throw ValidationError("--no-escape goes with --format waybar.") }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let formatter = ComplicationFormatter(format, escapesMarkup: !noEscape)
        if let app, follow { return try await follow(app, formatter, in: context) }
        let id = try await client.findApp(app)
        let state = try await client.send(GetComplicationsRequest(for: viewer))
        if let app, let id {
            if state[id] == nil, format == .text {
                context.console.printError("\(app) has set no complication. See today complication --list.")
            }
            context.console.print(formatter.line(state[id], of: id, isInStream: false))
        } else {
            context.print(ComplicationListReport(complications: state.complications), asJSON: format == .json)
        }
    }

    private func follow(
        _ app: String,
        _ formatter: ComplicationFormatter,
        in context: CommandContext
    ) async throws {
        let (host, browser) = (host, DefaultBrowser(environment: context.environment))
        let follower = ComplicationFollower(
            app,
            formatter: formatter,
            environment: ComplicationFollower.Environment(
                console: context.console,
                viewer: try host.viewer(context),
                connect: { try host.client(context) },
                openAddress: browser.open
            )
        )
        try await follower.run()
    }
}

struct ComplicationListReport: Report {
    var complications: [ShownComplication]

    func text(in _: CommandContext) -> String {
        guard !complications.isEmpty else { return "No app has set a complication." }
        return TextTable(
            of: complications,
            ("APP", \.title),
            ("TEXT", { [$0.picture, $0.complication.shortText].compactMap(\.self).joined(separator: " ") }),
            ("GAUGE", { $0.complication.gauge.map { "\(ComplicationFormatter.percent($0))%" } }),
            ("CLASS", { $0.complication.classes.joined(separator: " ") }),
            ("LONG TEXT", \.complication.longText)
        ).text
    }

    var json: JSONValue { .array(complications.map(ComplicationFormatter.json)) }
}
