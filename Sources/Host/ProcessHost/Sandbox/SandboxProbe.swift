import AsyncPrimitives
import Foundation
import HostModel
import Subprocess
import SystemPackage
package import TodayProtocol

/// Determines the sandbox that this machine supports, by creating one and attempting from inside what it must prevent.
package struct SandboxProbe: Sendable {
    package struct Failure: Error, Hashable, Sendable {
        package var reason: LocalizableText
        /// The remedy, as the beginning of a sentence; `nil` if none is known.
        package var remedy: String?
    }

    private let command: SandboxCommandBuilder
    private let deadline: Duration

    /// Creates a probe with the launcher's command; a machine that is busy while it starts must not count as one
    /// without a sandbox, so the timeout for the tools is long.
    package init(_ command: SandboxCommandBuilder, deadline: Duration = .seconds(20)) {
        self.command = command
        self.deadline = deadline
    }

    package func run() async -> Result<SandboxFeatures, Failure> {
        if let failure = command.tools.missing { return .failure(failure) }
        var reason: LocalizableText = ""
        for rules in SandboxFeatures.kernelHasLandlock ? [true, false] : [false] {
            for (disables, limits) in [(true, true), (false, true), (true, false), (false, false)] {
                let features = SandboxFeatures(
                    disablesUserNamespaces: disables,
                    limitsProcesses: limits,
                    rulesFiles: rules
                )
                guard let failure = await attempt(features) else { return .success(features) }
                reason = failure
            }
        }
        return .failure(Failure(reason: reason))
    }

    /// Runs the check with a set of features, and returns the reason for its failure; `nil` if it succeeded.
    private func attempt(_ features: SandboxFeatures) async -> LocalizableText? {
        guard let launcher = command.tools.launcher, let slash = launcher.lastIndex(of: "/") else {
            return .todayLaunchNotInstalledPhrase
        }
        let check = Program(
            identity: .app(AppID("probe")),
            title: "today-launch",
            bundle: String(launcher[..<slash]),
            executable: String(launcher[launcher.index(after: slash)...]),
            groups: [:]
        )
        guard let launch = command.sandboxed(check, features: features, isCheck: true) else {
            return .bubblewrapNotInstalledPhrase
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
            guard let answer else { return .bubblewrapNotAnsweringPhrase }
            return answer.terminationStatus.isSuccess ? nil : Self.phrase(answer.standardError)
        } catch {
            return .bubblewrapNotStartingPhrase
        }
    }

    /// The namespaces of this process, which no sandbox may share, as far as the kernel has them (namespaces(7)).
    private static let namespaces = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"].compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(name)")
    }

    private static func phrase(_ output: String?) -> LocalizableText {
        let line = output?.split(separator: "\n").last
        return line.map { .text(String($0.prefix(200))) } ?? .bubblewrapFailsSilentlyPhrase
    }
}
