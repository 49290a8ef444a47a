import ArgumentParser
import Host
import HostAPIClient
import Notifications
import TodayScreen

/// `today notifications retry`: repeats a response that an app failed to handle.
struct ResponseRetryCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry a failed action.",
        discussion: """
            EXAMPLES
              today notifications
              today notifications retry 5c2e81f0
            """
    )

    @OptionGroup var response: FailedResponseArgument
    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await host.withHost(context) { client in
            try await client.send(ResolveFailedResponseRequest(.retry, try await response.find(client, for: viewer).id))
        }
    }
}

/// `today notifications discard`: discards a response that an app failed to handle.
struct ResponseDiscardCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard a failed action.",
        discussion: """
            EXAMPLES
              today notifications discard 5c2e81f0
            """
    )

    @OptionGroup var response: FailedResponseArgument
    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await host.withHost(context) { client in
            try await client.send(
                ResolveFailedResponseRequest(.discard, try await response.find(client, for: viewer).id)
            )
        }
    }
}

/// Selects a response that its app failed to handle.
struct FailedResponseArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The id of what failed, as “today notifications” shows it, or how it begins.",
            valueName: "ID"
        )
    )
    var id: String

    func validate() throws {
        guard id.count >= 4 else { throw ValidationError("ID is too short; give at least its first four characters.") }
    }

    /// Finds the response.
    ///
    /// - Throws: ``CommandError`` if no response, or more than one, matches; `HostError` if the host refuses.
    func find(_ client: HostClient, for viewer: Viewer) async throws -> NotificationSummary.Failure {
        let failures = try await client.send(GetNotificationSummaryRequest(for: viewer)).failures
        let found = failures.filter { $0.id.hasPrefix(id.lowercased()) }
        guard let failure = found.first else {
            throw CommandError("Nothing that failed has the id \(id); list what failed with: today notifications")
        }
        guard found.count == 1 else {
            let ids = found.map(\.id).sorted().joined(separator: ", ")
            throw CommandError("\(found.count) ids begin with \(id): \(ids).")
        }
        return failure
    }
}
