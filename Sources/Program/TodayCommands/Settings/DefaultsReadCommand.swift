package import ArgumentParser
import CardRendering
import Host
import HostAPIClient
package import JSON
package import TodayProtocol

/// `today defaults read`: prints all values of a group, or one of them.
package struct DefaultsReadCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
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

    package init() {}

    package func validate() throws { try DefaultsNames.check(group: group, key: key) }

    package func run(in context: CommandContext) async throws {
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
package struct DefaultsReport: Report {
    /// The values by key.
    package var values: [String: PropertyValue]

    package init(values: [String: PropertyValue]) { self.values = values }

    /// A line for each key, with its value in the wire format, made safe for the terminal.
    package var text: String {
        guard !values.isEmpty else { return "The group has no values." }
        return values.sorted { $0.key < $1.key }
            .map { TerminalText.safe("\($0.key) = \($0.value.json.safeText)") }
            .joined(separator: "\n")
    }

    /// An object with the values in the wire format.
    package var json: JSONValue { .object(values.mapValues(\.json)) }
}

/// One value of shared defaults.
package struct DefaultReport: Report {
    package var value: PropertyValue

    package init(value: PropertyValue) { self.value = value }

    /// A string without quotes, or another value in the wire format; each line is made safe for the terminal.
    package var text: String {
        if case .string(let text) = value { return TerminalText.safeLines(text) }
        return TerminalText.safe(value.json.safeText)
    }

    /// The value in the wire format.
    package var json: JSONValue { value.json }
}
