package import ArgumentParser
import HostAPI
import TodayScreen

/// `today show`: the screen in the terminal.
package struct ShowCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the screen, or one widget, in the terminal.",
        discussion: """
            Shows what is on the screen now and waits for nothing; the widgets are asked for an update, as they are
            when a browser opens the screen. Colors are used on a terminal, unless NO_COLOR is set.

            EXAMPLES
              today show
              today show Weather --expanded
              today show --json
            """
    )

    /// How long to wait for widgets that are being updated, in seconds.
    private static let patience = 5

    @Argument(help: ArgumentHelp("The widget's bundle identifier or name; all if left out.", valueName: "WIDGET"))
    var widget: String?

    @Flag(help: "Show the expanded cards.")
    var expanded = false

    @Flag(help: "Print the screen as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        var screen = try await host.withHost(context) { client in
            var screen = try await client.screen(for: viewer, opens: true, settle: Self.patience)
            if let widget {
                let id = try await client.findWidget(widget)
                screen.widgets.removeAll { $0.id != id }
                guard !screen.widgets.isEmpty else {
                    throw CommandError("\(id) is not on the screen, or has nothing to show.")
                }
            }
            return screen
        }
        if widget != nil { (screen.warnings, screen.notices) = ([], []) }
        let report = ScreenReport(
            screen: screen,
            viewer: viewer,
            isExpanded: expanded,
            look: TerminalLook(context),
            now: context.now
        )
        context.console.print(report, asJSON: json)
    }
}
