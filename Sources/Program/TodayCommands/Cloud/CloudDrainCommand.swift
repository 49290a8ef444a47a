import ArgumentParser
import CloudDaemon
import Glibc
import HostDaemon

struct CloudDrainCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Move the streams of a cloud to its other nodes, and end it.",
        discussion: """
            From then on GET /readyz is answered with 503, new streams are refused, and those that are open end within ten
            seconds, a few at a time. Requests are answered until the end. Returns when the process has ended. Run it on the
            machine of the node and as its user, for example before an upgrade.

            EXAMPLES
              today cloud drain --state /var/lib/today
            """
    )

    @Option(help: .value("DIR", "The folder that holds all state."), completion: .directory)
    var state: String?

    func run(in context: CommandContext) async throws {
        let folder = try StateLocation(option: state, context: context).stateDirectory
        let process = try HostProcess(try CloudAdministration.process(folder))
        try process.terminate(with: SIGUSR1)
        _ = process.waitForEnd(-1)
        context.console.printError("The cloud has moved its streams, and has ended.")
    }
}
