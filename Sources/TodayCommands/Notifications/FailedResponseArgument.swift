import ArgumentParser
import HostAPI
import Notifications
import TodayScreen

/// Which response that its app failed at a command means.
struct FailedResponseArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The id under which today notifications list shows what failed, or how it begins.",
            valueName: "ID"
        )
    )
    var id: String

    func validate() throws {
        guard id.count >= 4 else { throw ValidationError("ID is too short; give at least its first four characters.") }
    }

    /// Finds the response.
    ///
    /// - Throws: ``CommandError`` if there is none, or more than one; `HostError` if the host cannot say.
    func find(_ client: HostClient, for viewer: Viewer) async throws -> NotificationSummary.Failure {
        let failures = try await client.notificationSummary(for: viewer).failures
        let found = failures.filter { $0.id.hasPrefix(id.lowercased()) }
        guard let failure = found.first else {
            throw CommandError("Nothing that failed has the id \(id); today notifications list shows what failed.")
        }
        guard found.count == 1 else { throw CommandError("\(found.count) ids begin with \(id); give more of it.") }
        return failure
    }
}
