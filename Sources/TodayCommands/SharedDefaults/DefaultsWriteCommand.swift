package import ArgumentParser
import HostAPI
import JSON
import TodayProtocol

/// `today defaults write`: sets a key of a group.
package struct DefaultsWriteCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Set a key of an app group.",
        discussion: """
            VALUE is a string, or with --json any property-list value in its form on the wire: true, 3, 3.0, "text",
            [1, 2], {"a": 1}, {"$date": "2026-11-21T08:00:00.000Z"}, {"$data": "aGVsbG8="}.

            EXAMPLES
              today defaults write group.today.weather units si
              today defaults write group.com.example.app count 3 --json
            """
    )

    @Argument(help: ArgumentHelp("The app group.", valueName: "GROUP"))
    var group: String

    @Argument(help: ArgumentHelp("The key.", valueName: "KEY"))
    var key: String

    @Argument(help: ArgumentHelp("The value.", valueName: "VALUE"))
    var value: String

    @Flag(help: "Read VALUE as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func validate() throws {
        try DefaultsNames.check(group: group, key: key)
        _ = try propertyValue()
    }

    package func run(in context: CommandContext) async throws {
        let value = try propertyValue()
        try await host.withHost(context) { try await $0.setDefault(value, for: key, in: GroupID(group)) }
    }

    private func propertyValue() throws -> PropertyValue {
        guard json else { return .string(value) }
        do {
            return try PropertyValue(json: try JSONValue(parsing: Array(value.utf8), depthLimit: 32))
        } catch {
            throw ValidationError("VALUE is not a property-list value in JSON: \(error).")
        }
    }
}
