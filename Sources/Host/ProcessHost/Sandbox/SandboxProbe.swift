import AsyncPrimitives
import Subprocess
import SystemPackage
import TodayProtocol

/// Finds out what sandbox this machine gives, by making one.
package struct SandboxProbe: Sendable {
    /// Why there is no sandbox, in a phrase.
    package struct Failure: Error, Hashable, Sendable {
        /// The phrase.
        package var reason: String

        /// Gives a reason.
        package init(reason: String) { self.reason = reason }
    }

    private let command: SandboxCommandBuilder
    private let deadline: Duration

    /// Makes a probe that uses the same command as the launcher.
    ///
    /// - Parameters:
    ///   - command: How the launcher makes sandboxes.
    ///   - deadline: How long the tools may take to answer.
    package init(_ command: SandboxCommandBuilder, deadline: Duration = .seconds(5)) {
        self.command = command
        self.deadline = deadline
    }

    /// Runs a shell in the sandbox that starts a process of its own.
    ///
    /// - Returns: The sandbox's features, or why there is none.
    package func run() async -> Result<SandboxFeatures, Failure> {
        guard command.tools.bubblewrap != nil else { return .failure(Failure(reason: "bubblewrap is not installed")) }
        guard command.tools.prlimit != nil else { return .failure(Failure(reason: "prlimit is not installed")) }
        var reason = ""
        for (disables, limits) in [(true, true), (false, true), (true, false), (false, false)] {
            let features = SandboxFeatures(disablesUserNamespaces: disables, limitsProcesses: limits)
            switch await attempt(features) {
            case nil: return .success(features)
            case let failure?: reason = failure
            }
        }
        return .failure(Failure(reason: reason))
    }

    /// - Returns: Why it failed; `nil` if it worked.
    private func attempt(_ features: SandboxFeatures) async -> String? {
        let shell = Program(
            identity: .app(AppID("probe")),
            title: "sh",
            bundle: "/usr/bin",
            executable: "sh",
            groups: [:]
        )
        guard let launch = command.sandboxed(shell, features: features) else { return "bubblewrap is not installed" }
        do {
            let answer = try await withDeadline(deadline) {
                try await Subprocess.run(
                    .path(FilePath(launch.executable)),
                    arguments: Arguments(launch.arguments + ["-c", "true & wait"]),
                    environment: .custom(launch.subprocessEnvironment),
                    output: .discarded,
                    error: .string(limit: 64 * 1024)
                )
            }
            guard let answer else { return "bubblewrap does not answer" }
            return answer.terminationStatus.isSuccess ? nil : Self.phrase(answer.standardError)
        } catch {
            return "bubblewrap cannot be started"
        }
    }

    private static func phrase(_ output: String?) -> String {
        let line = output?.split(separator: "\n").last.map(String.init) ?? "bubblewrap fails without a word"
        return String(line.prefix(200))
    }
}
