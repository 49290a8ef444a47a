import ArgumentParser
import Foundation
import HostDaemon

struct DemoCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Try Today with sample content, of which nothing remains.",
        discussion: """
            Runs a second Today beside the one that you use, in a folder of its own that is removed when it ends. Its apps
            have content without a network, the weather included.

            EXAMPLES
              today demo
              today demo Weather.app Habits.app --port 8090
            """
    )

    @Argument(help: .value("PATH.app", "The apps to show; those that were installed with Today if left out."))
    var apps: [String] = []

    @Option(help: .value("N", "The port of the web surface, or 0 for any."))
    var port = 0

    @Option(help: .value("LANGUAGE", "The language, such as de; that of the system if left out."))
    var language: String?

    @Option(help: .hidden("F", "A file that is written when the demo is ready, for tests."))
    var readyFile: String?

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port is a number from 0 to 65535; 0 lets Today choose one.")
        }
    }

    func run(in context: CommandContext) async throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = try UserConfiguration(contentsOf: folder + "/config.json")
        configuration.port = port
        configuration.language = language ?? context.systemLanguage
        var runner = HostRunner(
            folder: folder,
            configuration: configuration,
            zone: context.zone,
            environment: context.environment,
            version: TodayVersion.current,
            announce: context.console.print,
            writeError: context.console.writeError
        )
        for app in apps { _ = try runner.install(context.absolutePath(app)) }
        guard !runner.apps.isEmpty else {
            throw CommandError("No apps were installed with this Today. Name some: today demo PATH.app")
        }
        runner.isDemo = true
        // The notifications of the demo are not the person's.
        runner.usesDesktop = false
        runner.readyFile = readyFile.map(context.absolutePath)
        try await runner.run(logLevel: LogLevel.warning.loggerLevel)
    }

    /// Makes the folder of the state, to which only the person has access.
    private static func makeFolder() throws(CommandError) -> String {
        let parent = FileManager.default.temporaryDirectory
        let template = parent.appending(path: "today-demo-XXXXXX").path
        var path = Array(template.utf8CString)
        guard mkdtemp(&path) != nil else {
            throw CommandError("A folder for the demo cannot be made in \(parent.path).")
        }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
