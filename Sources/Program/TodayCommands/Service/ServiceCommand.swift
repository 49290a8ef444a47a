import ArgumentParser
import CardRendering

struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Keep Today running with systemd.",
        discussion: """
            EXAMPLES
              today service install
              today service install --listen 127.0.0.1:8090 --public-url https://today.example.org \\
                --trusted-proxy 127.0.0.1
              today service status
              today service remove
            """,
        subcommands: [ServiceInstallCommand.self, ServiceStatusCommand.self, ServiceRemoveCommand.self]
    )
}

struct ServiceInstallCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Start Today now and with each session, with the given options of “today run”.",
        discussion: """
            Writes the unit today.service for your own service manager, enables it and starts it; a unit that was installed
            before is replaced and started again. Paths among the options are relative to the current folder.
            """
    )

    @Argument(parsing: .captureForPassthrough, help: .value("OPTION", "Options of “today run”."))
    var options: [String] = []

    func validate() throws {
        // Mistakes are reported now, not by a service that fails to start.
        guard !options.contains("--help"), !options.contains("-h") else { return }
        do { _ = try RunCommand.parse(options) } catch { throw ValidationError(RunCommand.message(for: error)) }
    }

    func run(in context: CommandContext) async throws {
        if options.contains("--help") || options.contains("-h") { throw CleanExit.helpRequest(self) }
        let unit = try ServiceUnit(context)
        if let mistake = unit.reasonNotToReplace { throw CommandError(mistake) }
        try unit.write(options: options, folder: context.currentDirectory)
        let manager = ServiceManager(context)
        do {
            try manager.run(["daemon-reload"])
            try manager.run(["enable", ServiceUnit.name])
            try manager.run(["restart", ServiceUnit.name])
        } catch {
            let reason = error.message.hasSuffix(".") ? error.message : "\(error.message)."
            throw CommandError(
                "\(unit.path) is written, but the service could not be started: \(reason) "
                    + "Start it later with: systemctl --user enable --now \(ServiceUnit.name)"
            )
        }
        context.console.printError("Today runs as a service: \(TerminalText.safe(unit.path))")
    }
}

struct ServiceStatusCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the service is installed and running; status 4 if it is not running."
    )

    func run(in context: CommandContext) async throws {
        let unit = try ServiceUnit(context)
        guard unit.isWritten else {
            throw CommandError("No service is installed; install it with: today service install", status: .notRunning)
        }
        let state = try ServiceManager(context).state(of: ServiceUnit.name)
        context.console.print(TerminalText.safe("\(unit.path) is \(state)."))
        if state != "active" {
            throw CommandError("Its log says more: today logs", status: .notRunning)
        }
    }
}

struct ServiceRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop the service and remove it; what Today has stored stays."
    )

    func run(in context: CommandContext) async throws {
        let unit = try ServiceUnit(context)
        guard unit.isWritten else { throw CommandError("No service is installed.", status: .notRunning) }
        if let mistake = unit.reasonNotToReplace { throw CommandError(mistake) }
        let manager = ServiceManager(context)
        // Without a service manager no service is running that would have to be stopped.
        let isStopped = (try? manager.run(["disable", "--now", ServiceUnit.name])) != nil
        try unit.remove()
        if isStopped { try manager.run(["daemon-reload"]) }
        context.console.printError("The service is removed.")
    }
}
