import ArgumentParser
import CardRendering
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct DefaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults",
        abstract: "Read and change the shared defaults of an app group.",
        discussion: """
            EXAMPLES
              today defaults read group.today.weather
              today defaults write group.today.weather units si
              today defaults write group.com.example.app count 3 --json
              today defaults delete group.today.weather units
            """,
        subcommands: [DefaultsReadCommand.self, DefaultsWriteCommand.self, DefaultsDeleteCommand.self]
    )
}

enum DefaultsNames {
    static func check(group: String, key: String?) throws {
        guard !group.isEmpty else { throw ValidationError("GROUP is empty; name an app group.") }
        guard key != "" else { throw ValidationError("KEY is empty; every value of a group has a key with a name.") }
    }
}

struct DefaultsWriteCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Set a key of an app group.",
        discussion: """
            VALUE is a string, or with --json any property-list value in its JSON form: true, 3, 3.0, "text", [1, 2],
            {"a": 1}, {"$date": "2026-11-21T08:00:00.000Z"}, {"$data": "aGVsbG8="}.

            EXAMPLES
              today defaults write group.today.weather units si
              today defaults write group.com.example.app count 3 --json
            """
    )

    @Argument(help: .value("GROUP", "The app group."))
    var group: String

    @Argument(help: .value("KEY", "The key."))
    var key: String

    @Argument(help: .value("VALUE", "The value."))
    var value: String

    @Flag(help: "Read VALUE as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        try DefaultsNames.check(group: group, key: key)
        _ = try propertyValue()
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let value = try propertyValue()
        try await client.send(SetDefaultRequest(value, for: key, in: GroupID(group)))
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

struct DefaultsDeleteCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove a key of an app group, or all of them.",
        discussion: examples(
            "today defaults delete group.today.weather units",
            "today defaults delete group.today.weather"
        )
    )

    @Argument(help: .value("GROUP", "The app group."))
    var group: String

    @Argument(help: .value("KEY", "The key; all if left out."))
    var key: String?

    @OptionGroup var host: HostOptions

    func validate() throws { try DefaultsNames.check(group: group, key: key) }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let id = GroupID(group)
        let keys =
            if let key { [key] } else { try await client.send(GetDefaultsRequest(of: id, key: nil)).keys.sorted() }
        for key in keys { try await client.send(SetDefaultRequest(nil, for: key, in: id)) }
    }
}

struct DefaultsReadCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print the values of an app group, or one of them.",
        discussion: examples("today defaults read group.today.weather", "today defaults read group.today.weather units")
    )

    @Argument(help: .value("GROUP", "The app group."))
    var group: String

    @Argument(help: .value("KEY", "The key; all if left out."))
    var key: String?

    @Flag(help: "Print the values as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws { try DefaultsNames.check(group: group, key: key) }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let values = try await client.send(GetDefaultsRequest(of: GroupID(group), key: key))
        if let key {
            guard let value = values[key] else { throw CommandError("\(group) has no value for \(key).") }
            context.print(DefaultReport(value: value), asJSON: json)
        } else {
            context.print(DefaultsReport(values: values), asJSON: json)
        }
    }
}

struct DefaultsReport: Report {
    var values: [String: PropertyValue]

    func text(in _: CommandContext) -> String {
        guard !values.isEmpty else { return "The group has no values." }
        return values.sorted { $0.key < $1.key }
            .map { TerminalText.safe("\($0.key) = \($0.value.json.safeText)") }
            .joined(separator: "\n")
    }

    var json: JSONValue { .object(values.mapValues(\.json)) }
}

struct DefaultReport: Report {
    var value: PropertyValue

    func text(in _: CommandContext) -> String {
        if case .string(let text) = value { return TerminalText.safeLines(text) }
        return TerminalText.safe(value.json.safeText)
    }

    var json: JSONValue { value.json }
}
