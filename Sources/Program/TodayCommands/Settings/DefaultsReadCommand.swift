import ArgumentParser
import CardRendering
import Host
import HostAPIClient
import JSON
import TodayProtocol

/// `today defaults read`: prints all values of a group, or one of them.
struct DefaultsReadCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print the values of an app group, or one of them.",
        discussion: """
            EXAMPLES
              today defaults read group.today.weather
              today defaults read group.today.weather units
            """
    )

    @Argument(help: ArgumentHelp("The app group.", valueName: "GROUP"))
    var group: String

    @Argument(help: ArgumentHelp("The key; all if left out.", valueName: "KEY"))
    var key: String?

    @Flag(help: "Print the values as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws { try DefaultsNames.check(group: group, key: key) }

    func run(in context: CommandContext) async throws {
        let values = try await host.withHost(context) {
            try await $0.send(GetDefaultsRequest(of: GroupID(group), key: key))
        }
        if let key {
            guard let value = values[key] else { throw CommandError("\(group) has no value for \(key).") }
            context.console.print(DefaultReport(value: value), asJSON: json)
        } else {
            context.console.print(DefaultsReport(values: values), asJSON: json)
        }
    }
}

/// All values of a group's shared defaults.
struct DefaultsReport: Report {
    /// The values by key.
    var values: [String: PropertyValue]

    /// A line for each key, with its value in the wire format, made safe for the terminal.
    var text: String {
        guard !values.isEmpty else { return "The group has no values." }
        return values.sorted { $0.key < $1.key }
            .map { TerminalText.safe("\($0.key) = \($0.value.json.safeText)") }
            .joined(separator: "\n")
    }

    /// An object with the values in the wire format.
    var json: JSONValue { .object(values.mapValues(\.json)) }
}

/// One value of shared defaults.
struct DefaultReport: Report {
    var value: PropertyValue

    /// A string without quotes, or another value in the wire format; each line is made safe for the terminal.
    var text: String {
        if case .string(let text) = value { return TerminalText.safeLines(text) }
        return TerminalText.safe(value.json.safeText)
    }

    /// The value in the wire format.
    var json: JSONValue { value.json }
}
