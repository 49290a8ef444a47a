import ArgumentParser
import CloudDaemon
import HostDaemon

struct CloudMoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Copy the cloud into a PostgreSQL database, which several nodes can share.",
        discussion: """
            Stop the cloud first. The command can be interrupted and run again. In the end it compares all rows; the file
            stays as it was. Then start the nodes with the same address: today cloud --database URL

            EXAMPLE
              today cloud move --to 'postgres://today@db.example.org/today?passfile=/etc/today/pgpass'
            """
    )

    @Option(help: .value("URL", "The database to copy into, which has no cloud yet: postgres://USER@HOST/NAME."))
    var to: String

    @Option(help: .value("DIR", "The folder that holds all state."), completion: .directory)
    var state: String?

    func run(in context: CommandContext) async throws {
        let folder = try StateLocation(option: state, context: context).stateDirectory
        var tables = 0
        var rows = 0
        try await CloudAdministration.move(folder, to: to) { table, count, isCompared in
            guard isCompared else {
                context.console.printError("\(table): \(count) rows")
                return
            }
            tables += 1
            rows += count
        }
        context.console.print("The database has all \(rows) rows of \(tables) tables, with the same content.")
    }
}
