package import ArgumentParser
import HostAPI
import TodayProtocol

/// `today defaults delete`: removes a key of a group, or all of them.
package struct DefaultsDeleteCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove a key of an app group, or all of them.",
        discussion: """
            EXAMPLES
              today defaults delete group.today.weather units
              today defaults delete group.today.weather
            """
    )

    @Argument(help: ArgumentHelp("The app group.", valueName: "GROUP"))
    var group: String

    @Argument(help: ArgumentHelp("The key; all if left out.", valueName: "KEY"))
    var key: String?

    @OptionGroup var host: HostOptions

    package init() {}

    package func validate() throws { try DefaultsNames.check(group: group, key: key) }

    package func run(in context: CommandContext) async throws {
        let id = GroupID(group)
        try await host.withHost(context) { client in
            let keys = if let key { [key] } else { try await client.defaults(of: id, key: nil).keys.sorted() }
            for key in keys { try await client.setDefault(nil, for: key, in: id) }
        }
    }
}
