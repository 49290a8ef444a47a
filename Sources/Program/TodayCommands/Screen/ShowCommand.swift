import ArgumentParser
import CardRendering
import Foundation
import HostModel
import JSON
import LocalAPI

struct ShowCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the screen, or one widget, in the terminal.",
        discussion: """
            Shows the screen as a browser that opens it would: the widgets are asked for an update first, which is waited
            for up to five seconds. Colors are used on a terminal, unless NO_COLOR is set.

            EXAMPLES
              today show
              today show Weather --expanded
              today show --ages
              today show --json
            """
    )

    /// The longest time to wait for widgets that are updating.
    private static let settleLimit = Duration.seconds(5)

    @Argument(help: .value("WIDGET", "The widget's bundle identifier or name; all if left out."))
    var widget: String?

    @Flag(help: "Show the expanded cards.")
    var expanded = false

    @Flag(help: "Show when each widget was updated, and when it is updated next.")
    var ages = false

    @Flag(help: "Print the screen as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        var screen = try await client.send(GetScreenRequest(for: viewer, opens: true, settle: Self.settleLimit))
        if let widget {
            let id = try await client.send(FindWidgetRequest(widget))
            screen.widgets.removeAll { $0.id != id }
            guard !screen.widgets.isEmpty else {
                throw CommandError("\(id) is not on the screen, or has nothing to show.")
            }
            (screen.warnings, screen.notices) = ([], [])
        }
        let report = ScreenReport(screen: screen, viewer: viewer, isExpanded: expanded, showsAges: ages)
        context.print(report, asJSON: json)
    }
}

struct ScreenReport: Report {
    var screen: ScreenState
    var viewer: Viewer
    var isExpanded: Bool
    var showsAges: Bool = false

    func text(in context: CommandContext) -> String {
        let formatter = TerminalFormatter(context)
        var parts = screen.warnings.map { formatter.heading("! \($0.english)") }
        parts += screen.notices.map { formatter.wrappedSecondary($0.english) }
        // As on the page, those that are to be set up are only named among others.
        let waiting = screen.widgets.count > 1 ? screen.widgets.filter { $0.setUp != nil }.map(\.title) : []
        parts += screen.widgets.filter { waiting.isEmpty || $0.setUp == nil }
            .map { text(of: $0, formatter, now: context.now) }
        if !waiting.isEmpty {
            parts.append(formatter.wrappedSecondary("To set up on the page: \(waiting.joined(separator: ", "))."))
        }
        if screen.widgets.isEmpty { parts.append("Nothing is on the screen. \(advice)") }
        return parts.joined(separator: "\n\n")
    }

    private var advice: String {
        if screen.apps.isEmpty { return "Install an app with: today install PATH.app" }
        if !screen.chosen.isEmpty { return "Its widgets have nothing to show now." }
        if !screen.available.isEmpty { return "Add widgets with Edit on the page that this opens: today link" }
        return "No installed app has a widget; see the apps with: today list"
    }

    private func text(of widget: ShownWidget, _ formatter: TerminalFormatter, now: Date) -> String {
        var lines = [formatter.heading(widget.title)]
        if let card = isExpanded ? widget.expanded ?? widget.compact : widget.compact {
            let text = CardText(viewer: viewer, formatter: formatter, kind: .widget).text(of: card)
            if !text.isEmpty { lines.append(text) }
        }
        switch widget.freshness {
        case .fresh, .placeholder: break
        case .stale(let reason, let since):
            let age = RelativeTime.words(since: since, now: now)
            lines.append(formatter.wrappedSecondary("\(reason.english) (\(age))"))
        case .failed(let reason), .cut(let reason): lines.append(formatter.wrappedSecondary(reason.english))
        }
        if widget.standardError != nil {
            lines.append(formatter.wrappedSecondary("What it wrote to standard error: today why \(widget.id)"))
        }
        if showsAges {
            let age = Dates(zone: viewer.zone)
                .age(updated: widget.date, nextUpdate: widget.nextUpdate, isFailing: widget.isFailing, now: now)
            lines.append(formatter.wrappedSecondary(age))
        }
        return lines.joined(separator: "\n")
    }

    var json: JSONValue {
        .members([
            "position": screen.position.description, "warnings": screen.warnings, "notices": screen.notices,
            "widgets": screen.widgets.map(json(of:)),
        ])
    }

    private func json(of widget: ShownWidget) -> JSONValue {
        let plain = CardText(viewer: viewer, formatter: TerminalFormatter(width: 80, usesColors: false), kind: .widget)
        return .members([
            "id": widget.id, "app": widget.app, "title": widget.title, "appURL": widget.appURL,
            "freshness": json(of: widget.freshness), "standardError": widget.standardError, "date": widget.date,
            "setUp": widget.setUp, "nextUpdate": widget.nextUpdate, "compact": widget.compact.map(plain.json),
            "expanded": widget.expanded.map(plain.json),
        ])
    }

    private func json(of freshness: Freshness) -> JSONValue {
        switch freshness {
        case .fresh: .members(["state": "fresh"])
        case .placeholder: .members(["state": "placeholder"])
        case .stale(let reason, let since): .members(["state": "stale", "reason": reason, "since": since])
        case .failed(let reason): .members(["state": "failed", "reason": reason])
        case .cut(let reason): .members(["state": "cut", "reason": reason])
        }
    }
}

struct ReloadCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Ask a widget for an update, and wait for it.",
        discussion: examples("today reload Weather")
    )

    @Argument(help: .value("WIDGET", "The widget's bundle identifier or name."))
    var widget: String

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let language = try host.viewer(context).language
        let id = try await client.send(FindWidgetRequest(widget))
        try await client.send(ReloadWidgetRequest(id, language: language))
        context.console.printError("Updated \(id).")
    }
}
