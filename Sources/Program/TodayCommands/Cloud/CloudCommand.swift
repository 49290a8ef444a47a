import ArgumentParser
import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import NetworkAddresses

/// `today cloud`: groups the commands of a cloud's operator; without a subcommand it runs `serve`.
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
            """,
        subcommands: [
            CloudServeCommand.self, CloudKeysCommand.self, CloudUserCommand.self, CloudAccessCommand.self,
            CloudContainerCommand.self, CloudAPNsCommand.self, CloudWebhookCommand.self, CloudTraceCommand.self,
        ],
        defaultSubcommand: CloudServeCommand.self
    )
}

/// `today cloud serve`: runs a cloud in the foreground.
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

    @Option(help: ArgumentHelp("Where to listen; port 0 takes any free port.", valueName: "HOST:PORT"))
    var listen = "127.0.0.1:8765"

    @Option(help: ArgumentHelp("Where clients reach the cloud, if not at the address they asked.", valueName: "URL"))
    var publicURL: String?

    @OptionGroup var protection: ProtectionOptions

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"), completion: .directory)
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Write a file when the cloud is ready: JSON with url, app_key, app_secret and master_secret.",
            valueName: "F"
        )
    )
    var readyFile: String?

    @Option(
        help: ArgumentHelp(
            "How many requests each key and each address may make in a second; 0 for no limit.",
            valueName: "N"
        )
    )
    var requestRate = CloudConfiguration().requestRate

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

    @Option(help: ArgumentHelp("How much to log: debug, info, notice, warning or error.", valueName: "LEVEL"))
    var logLevel = LogLevel.notice

    func validate() throws {
        guard let listen = ListenAddress(listen) else {
            throw ValidationError("--listen is HOST:PORT, such as 127.0.0.1:8765 or [::1]:8765.")
        }
        let protection: PublicServing.Protection?
        do { protection = try PublicServing.Protection(self.protection, in: { $0 }) } catch {
            throw ValidationError(error.message)
        }
        if protection == nil, !listen.isLoopback { throw ValidationError(PublicServing.unprotected.message) }
        if protection != nil, publicURL.flatMap(PublicURL.init(_:)) == nil {
            throw ValidationError(
                "TLS needs --public-url, the address by which others reach it: https://push.example.org, without a path."
            )
        }
        if let publicURL {
            let url = URL(string: publicURL)
            guard url?.scheme == "https" || url?.scheme == "http", url?.host()?.isEmpty == false, url?.query() == nil,
                url?.fragment() == nil
            else { throw ValidationError("--public-url is an address such as https://push.example.org.") }
        }
        guard topics == nil || topics.flatMap(TopicRights.init(rawValue:)) != nil else {
            throw ValidationError("--topics is read-write, read-only, write-only or deny.")
        }
        guard (0...1_000_000).contains(requestRate) else {
            throw ValidationError("--request-rate is a number from 0 to 1000000.")
        }
    }

    func run(in context: CommandContext) async throws {
        guard let address = ListenAddress(listen) else { return }
        var configuration = CloudConfiguration()
        configuration.publicURL = publicURL.map { String($0.reversed().drop { $0 == "/" }.reversed()) }
        configuration.requestRate = requestRate
        let protection = try PublicServing.Protection(protection, in: context.absolutePath)
        if case .proxies? = protection { configuration.isBehindProxy = true }
        let isPrivate = configuration.isPrivate(on: address)
        configuration.topicRights = topics.flatMap(TopicRights.init(rawValue:)) ?? (isPrivate ? .readWrite : .deny)
        configuration.opensTopicsToOwnUserOnly = topics == nil && !configuration.isBehindProxy
        let location = try StateLocation(option: state, context: context)
        let runner = CloudRunner(
            settings: CloudComponents.Settings(
                stateDirectory: location.stateDirectory,
                listen: address,
                protection: protection,
                configuration: configuration,
                takesFiles: attachments ?? isPrivate
            ),
            readyFile: readyFile.map(context.absolutePath),
            console: context.console
        )
        try await CommandError.translatingCloud { try await runner.run(logLevel: logLevel) }
    }
}
