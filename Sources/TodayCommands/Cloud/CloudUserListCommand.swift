package import ArgumentParser
import CloudStore

/// `today cloud user list`: shows who has joined.
package struct CloudUserListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the hosts that have joined."
    )

    @Argument(help: ArgumentHelp("The person whose hosts to list; everyone's if left out.", valueName: "NAME"))
    var name: String?

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    @Flag(help: "Print the list as JSON.")
    var json = false

    package init() {}

    package func run(in context: CommandContext) async throws {
        let devices = try await OpenCloud.with(state, context) { cloud in
            var all: [DeviceRecord] = []
            while true {
                let page = try await cloud.store.devices(of: name, after: all.last?.number)
                all += page
                if page.count < CloudStore.pageLimit { return all }
            }
        }
        context.console.print(CloudDevicesReport(devices: devices, person: name), asJSON: json)
    }
}
