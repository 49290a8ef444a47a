package import ArgumentParser
import CloudStore

/// `today cloud user revoke`: shuts out hosts.
package struct CloudUserRevokeCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Shut out every host that joined as a person, or one of them.",
        discussion: """
            Tokens that were not used yet stop working too. The person's messages stay, for hosts that join later. A cloud
            that runs ends the streams of these hosts within seconds.

            EXAMPLES
              today cloud user revoke ada
              today cloud user revoke ada --device 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
            """
    )

    @Argument(help: ArgumentHelp("The person's name.", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("The one device to shut out, as `today cloud user list` names it.", valueName: "ID"))
    var device: String?

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await OpenCloud.with(state, context) { cloud in
            if let device {
                guard try await cloud.store.removeDevice(DeviceID(device), of: name) != nil else {
                    throw CommandError("\(name) has no device \(device); list them with: today cloud user list \(name)")
                }
                context.console.printError("Shut out one host of \(name).")
            } else {
                guard let devices = try await cloud.store.revoke(person: name) else {
                    throw CommandError("Nobody is called \(name); list the hosts with: today cloud user list")
                }
                let count = devices.count == 1 ? "one host" : "\(devices.count) hosts"
                context.console.printError("Shut out \(count) of \(name).")
            }
        }
    }
}
