import AsyncPrimitives
import Foundation
import Subprocess
import SystemPackage
import TodayProtocol

/// Finds out what sandbox this machine gives, by making one and trying from inside what it must keep out.
package struct SandboxProbe: Sendable {
    /// Why there is no sandbox, in a phrase.
    package struct Failure: Error, Hashable, Sendable {
        /// The phrase.
        package var reason: String
        /// What the person can do about it, as the beginning of a sentence; `nil` if nothing is known to help.
        package var remedy: String?

        /// Gives a reason.
        package init(reason: String, remedy: String? = nil) {
            self.reason = reason
            self.remedy = remedy
        }
    }

    private let command: SandboxCommandBuilder
    private let deadline: Duration

    /// Makes a probe that uses the same command as the launcher.
    ///
    /// - Parameters:
    ///   - command: How the launcher makes sandboxes.
    ///   - deadline: How long the tools may take to answer. It is long, since a machine that is busy while it starts would
    ///     otherwise count as one without a sandbox until the next start.
    package init(_ command: SandboxCommandBuilder, deadline: Duration = .seconds(20)) {
        self.command = command
        self.deadline = deadline
    }

    /// Runs the launcher's check in the sandbox.
    ///
    /// - Returns: The sandbox's features, or why there is none that keeps all out.
    package func run() async -> Result<SandboxFeatures, Failure> {
        if let failure = command.tools.missing { return .failure(failure) }
        var reason = ""
        for rules in SandboxFeatures.kernelHasLandlock ? [true, false] : [false] {
            for (disables, limits) in [(true, true), (false, true), (true, false), (false, false)] {
                let features = SandboxFeatures(
                    disablesUserNamespaces: disables,
                    limitsProcesses: limits,
                    rulesFiles: rules
                )
                switch await attempt(features) {
                case nil: return .success(features)
                case let failure?: reason = failure
                }
            }
        }
        return .failure(Failure(reason: reason))
    }

    /// - Returns: Why it failed; `nil` if it worked.
    private func attempt(_ features: SandboxFeatures) async -> String? {
        guard let launcher = command.tools.launcher, let slash = launcher.lastIndex(of: "/") else {
            return "today-launch is not installed"
        }
        let check = Program(
            identity: .app(AppID("probe")),
            title: "today-launch",
            bundle: String(launcher[..<slash]),
            executable: String(launcher[launcher.index(after: slash)...]),
            groups: [:]
        )
        guard let launch = command.sandboxed(check, features: features, isCheck: true) else {
            return "bubblewrap is not installed"
        }
        do {
            let answer = try await withDeadline(deadline) {
                try await Subprocess.run(
                    .path(FilePath(launch.executable)),
                    arguments: Arguments(
                        launch.arguments + ["--check"] + (features.rulesFiles ? ["--rules"] : []) + Self.namespaces
                    ),
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

    /// The namespaces of this process in which no sandbox may be, as far as the kernel has them (namespaces(7)).
    private static let namespaces = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"].compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(name)")
    }

    private static func phrase(_ output: String?) -> String {
        let line = output?.split(separator: "\n").last.map(String.init) ?? "bubblewrap fails without an error message"
        return String(line.prefix(200))
    }
}
