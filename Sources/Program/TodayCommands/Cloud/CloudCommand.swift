import ArgumentParser
import CloudDaemon
import CloudStorage
import HTTPServing
import HostDaemon
import Logging

struct CloudCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Run a cloud that connects senders and hosts.",
        discussion: """
            EXAMPLES
              today cloud                                        Serve this machine only
              today cloud --listen 0.0.0.0:443 --public-url https://push.example.org \
                --tls-certificate push.pem --tls-key push.key
              today cloud keys                                   Show the keys that senders need
              today cloud user add ada                           Make a token with which a host joins as ada
              today cloud user revoke ada                        Shut out every host that joined as ada
              today cloud access set ada alerts read-only        Let ada read a topic
              today cloud container add iCloud.org.example.Notes Let web clients use records
              today cloud apns                                   Show which apps reach iPhones
              today cloud webhook                                Show which apps reach other platforms
              today cloud trace 1f6c…                            Show what became of a push there
              today cloud move --to postgres://today@db/today    Copy it into a database for several nodes
              today cloud drain                                  Move its streams to other nodes, and end it
            """,
        subcommands: [
            CloudServeCommand.self, CloudKeysCommand.self, CloudUserCommand.self, CloudAccessCommand.self,
            CloudContainerCommand.self, CloudAPNsCommand.self, CloudWebhookCommand.self, CloudTraceCommand.self,
            CloudMoveCommand.self, CloudDrainCommand.self,
        ],
        defaultSubcommand: CloudServeCommand.self
    )
}

struct CloudServeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a cloud in the foreground.",
        discussion: """
            Runs until it gets SIGTERM or SIGINT (Control-C). Keys are created at the first start; “today cloud keys” shows
            them. To serve other machines, give the address by which they reach the cloud, and a certificate or the TLS
            proxy in front. Otherwise it can listen on this machine only.
            """
    )

    @Option(help: .value("HOST:PORT", "Where to listen; port 0 takes any free port."))
    var listen = "127.0.0.1:8765"

    @Option(help: .value("URL", "Where clients reach the cloud, if not at the address they asked."))
    var publicURL: String?

    @OptionGroup var protection: ProtectionOptions

    @OptionGroup var location: CloudStateOption

    @Option(
        help: .value(
            "BUS",
            """
            How the nodes on a database tell each other of news: postgres, or servers of NATS: nats://HOST:PORT[,…]. If \
            left out: postgres.
            """
        )
    )
    var hints: String?

    @Option(
        help: .value("F", "Write a file when the cloud is ready: JSON with url, app_key, app_secret and master_secret.")
    )
    var readyFile: String?

    @Option(help: .value("N", "How many requests each key and each address may make in a second; 0 for no limit."))
    var requestRate = CloudSettings.requestRate

    @Option(
        help: ArgumentHelp(
            """
            What everyone may do with topics that no rule covers: read-write, read-only, write-only or deny. If left out: \
            read-write if only this machine can reach the cloud, and otherwise deny.
            """,
            valueName: "RIGHTS"
        )
    )
    var topics: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Accept files that are attached to messages of topics. If left out: only if only this machine can reach the \
            cloud.
            """
    )
    var attachments: Bool?

    @Option(
        help: .value(
            "HOST:PORT",
            "Also serve metrics for Prometheus there, at /metrics; a port alone is one of this machine only."
        )
    )
    var metrics: String?

    @Option(
        help: ArgumentHelp(
            """
            Keep attached files in a bucket of a server that speaks S3: https://HOST/BUCKET?region=R&credentials=FILE. \
            All nodes need the same.
            """,
            valueName: "URL"
        )
    )
    var attachmentStore: String?

    @Option(help: .value("LEVEL", "How much to log: debug, info, notice, warning or error."))
    var logLevel = LogLevel.notice

    func validate() throws {
        do throws(CloudOperationError) {
            _ = try settings(in: "", database: "", { $0 })
            if let attachmentStore { try CloudSettings.checkAttachmentStore(attachmentStore) }
        } catch {
            throw ValidationError(error.message)
        }
        guard topics == nil || topics.flatMap(TopicRights.init(rawValue:)) != nil else {
            throw ValidationError("--topics is read-write, read-only, write-only or deny.")
        }
        guard (0...1_000_000).contains(requestRate) else {
            throw ValidationError("--request-rate is a number from 0 to 1000000.")
        }
    }

    func run(in context: CommandContext) async throws {
        let folder = try StateLocation(option: location.state, context: context).stateDirectory
        try StateLocation.makeFolder(folder)
        OpenFileLimit.raise(to: CloudRunner.openFiles)
        let (level, console) = (logLevel.loggerLevel, context.console)
        var settings = try settings(in: folder, database: location.databaseAddress(context), context.absolutePath)
        if let attachmentStore {
            try settings.keepAttachments(
                in: attachmentStore,
                environment: context.environment,
                readFile: { path in try context.text(ofFile: path) }
            )
        }
        try await CloudRunner.run(
            settings,
            readyFile: readyFile.map(context.absolutePath),
            logger: Logger(label: "today.cloud") { _ in
                LineLogHandler(logLevel: level, writeError: console.writeError)
            },
            announce: console.print
        )
    }

    private func settings(
        in folder: String,
        database: String?,
        _ absolutePath: (String) -> String
    ) throws(CloudOperationError) -> CloudSettings {
        try CloudSettings(
            stateDirectory: folder,
            database: database,
            hints: hints,
            listen: listen,
            metrics: metrics,
            version: TodayVersion.current,
            publicURL: publicURL,
            protection: { () throws(PublicServing.Mistake) in try protection.parsed(in: absolutePath) },
            topics: topics.flatMap(TopicRights.init(rawValue:)),
            requestRate: requestRate,
            takesFiles: attachments
        )
    }
}

struct CloudStateOption: ParsableArguments {
    @Option(help: .value("DIR", "The folder that holds all state."), completion: .directory)
    var state: String?

    @Option(
        help: .value(
            "URL",
            "The PostgreSQL database that holds the state in place of a file: postgres://USER@HOST/NAME. Its nodes share it."
        )
    )
    var database: String?

    /// The variable of the environment with the address of a database, which the option precedes.
    private static let variable = "TODAY_CLOUD_DATABASE"

    func databaseAddress(_ context: CommandContext) -> String? {
        database ?? context.environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Opens the state of the cloud, which may be running, for the duration of a closure.
    func withCloud<Value>(
        _ context: CommandContext,
        _ body: (CloudAdministration) async throws -> Value
    ) async throws -> Value {
        let folder = try StateLocation(option: state, context: context).stateDirectory
        try StateLocation.makeFolder(folder)
        let notice = "There was no cloud in \(folder), so this begins one. Name another folder with --state."
        return try await CloudAdministration.with(
            folder,
            database: databaseAddress(context),
            begins: { context.console.printError(notice) },
            body
        )
    }
}
