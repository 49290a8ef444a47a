package import ArgumentParser
import HostAPI
import TodayProtocol

/// `today defaults read`: prints the values of a group, or one of them.
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

    @Flag(help: "Print the values as JSON, in their form on the wire.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func validate() throws { try DefaultsNames.check(group: group, key: key) }

    package func run(in context: CommandContext) async throws {
        let values = try await host.withHost(context) { try await $0.defaults(of: GroupID(group), key: key) }
        if let key {
            guard let value = values[key] else { throw CommandError("\(group) has no value for \(key).") }
            context.console.print(DefaultReport(value: value), asJSON: json)
        } else {
            context.console.print(DefaultsReport(values: values), asJSON: json)
        }
    }
}
