import ArgumentParser
import CardRendering
import Foundation
import HostDaemon
import HostModel
import JSON
import LocalAPI

struct LogsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Print the newest lines of Today's log.",
        discussion: """
            Also works when Today is not running. The log is in the state folder and keeps the last one to two megabytes;
            “today run --log-level” sets how much is logged.

            With an app, prints what concerns it and its widgets since Today was started: what they wrote to standard error, and
            to standard output that is no message, how they began and ended, and why updates failed.

            EXAMPLES
              today logs
              today logs Weather --follow
              today logs --lines 1000 --match org.today.Weather
              today logs --follow
            """
    )

    @Argument(help: .value("APP", "The bundle identifier or name of an app; all of the log if left out."))
    var app: String?

    @Option(name: [.customShort("n"), .long], help: .value("N", "How many lines to print, 1 to 100000."))
    var lines = 100

    @Option(help: .value("TEXT", "Print only lines that contain a text, such as an app's id."))
    var match: String?

    @Flag(name: .shortAndLong, help: "Keep printing new lines until Control-C.")
    var follow = false

    @Flag(help: "Print the lines about an app as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard (1...100_000).contains(lines) else { throw ValidationError("--lines is a number from 1 to 100000.") }
        guard !json || app != nil else { throw ValidationError("--json needs an app.") }
    }

    func run(in context: CommandContext) async throws {
        if let app { return try await printLines(about: app, in: context) }
        let folder = try StateLocation(option: host.state, context: context).stateDirectory
        let path = HostLog.path(in: folder)
        guard let log = FollowedFile(path) else {
            throw CommandError("There is no log in \(folder): Today has not run there yet.")
        }
        let older = (try? String(contentsOfFile: HostLog.olderPath(in: folder), encoding: .utf8)) ?? ""
        for line in matching((older + log.rest()).split(separator: "\n"), \.self).suffix(lines) {
            context.console.print(String(line))
        }
        guard follow else { return }
        while !Task.isCancelled {
            log.waitForChange()
            for line in matching(log.rest().split(separator: "\n"), \.self) { context.console.print(String(line)) }
        }
    }

    private func printLines(about name: String, in context: CommandContext) async throws {
        let client = try host.client(context)
        let app = try await client.send(FindAppRequest(name))
        let newest = try await client.send(GetAppLogRequest(of: .app(app)))
        let report = AppLogReport(lines: Array(matching(newest, \.text).suffix(lines)))
        guard follow else { return context.print(report, asJSON: json) }
        for line in report.lines { print(line, in: context) }
        var last = newest.last?.number ?? 0
        while !Task.isCancelled {
            let next = GetAppLogRequest(of: .app(app), after: last, wait: GetAppLogRequest.longestWait)
            let lines = try await client.send(next)
            for line in matching(lines, \.text) { print(line, in: context) }
            last = lines.last?.number ?? last
        }
    }

    private func print(_ line: AppLogLine, in context: CommandContext) {
        context.console.print(json ? JSONValue.encoding(line).safeText : AppLogReport.text(of: line, context.dates))
    }

    private func matching<Line>(_ lines: [Line], _ text: (Line) -> some StringProtocol) -> [Line] {
        guard let match else { return lines }
        return lines.filter { text($0).localizedCaseInsensitiveContains(match) }
    }
}

struct AppLogReport: Report {
    var lines: [AppLogLine]

    func text(in context: CommandContext) -> String {
        let dates = context.dates
        return lines.map { Self.text(of: $0, dates) }.joined(separator: "\n")
    }

    /// Formats a line for people: the time, the process, the source or the level, and the text.
    static func text(of line: AppLogLine, _ dates: Dates) -> String {
        let kind =
            switch line.source {
            case .standardError: "stderr"
            case .standardOutput: "stdout"
            case .host: line.level
            }
        return TerminalText.safe("\(dates.display(line.date))  \(line.process)  \(kind): \(line.text)")
    }

    var json: JSONValue { .encoding(lines) }
}
