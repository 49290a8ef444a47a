import CLinux
package import HostModel
package import Logging
package import TodayProtocol

/// Decides if and how a program is started.
package struct SandboxPolicy: Sendable {
    /// The protection of the person, for the screen.
    package let status: SandboxStatus
    /// The host's control group; `nil` if it has none, or there is no sandbox.
    package let controlGroup: ControlGroup?
    package let enforcement: LimitEnforcement
    private let command: SandboxCommandBuilder
    private let isTrusted: @Sendable (AppID) -> Bool

    /// Creates a policy from the setting and the result of a probe, with the host's control group or the reason for
    /// which it has none; `isTrusted` is called at each start without a sandbox.
    package init(
        mode: SandboxMode,
        probe: Result<SandboxFeatures, SandboxProbe.Failure>,
        command: SandboxCommandBuilder,
        controlGroup: Result<ControlGroup, ControlGroup.Failure> = .failure(.withoutSandbox),
        isTrusted: @escaping @Sendable (AppID) -> Bool
    ) {
        status =
            switch (mode, probe) {
            case (.off, _): .off
            case (_, .success(let features)): .on(features)
            case (.auto, .failure(let failure)): .unavailable(reason: failure.reason)
            case (.required, .failure(let failure)): .refused(failure)
            }
        let isOn = if case .on = status { true } else { false }
        switch isOn ? controlGroup : .failure(.withoutSandbox) {
        case .success(let group):
            self.controlGroup = group
            enforcement = LimitEnforcement(controllers: group.controllers)
        case .failure(let failure):
            self.controlGroup = nil
            enforcement = LimitEnforcement(reason: failure.reason)
        }
        self.command = command
        self.isTrusted = isTrusted
    }

    /// Probes this machine and applies the setting; a missing sandbox is an error in the log, one that is off a
    /// warning.
    package static func onThisMachine(
        mode: SandboxMode,
        limits: ResourceLimits = ResourceLimits(),
        logger: Logger,
        isTrusted: @escaping @Sendable (AppID) -> Bool
    ) async -> SandboxPolicy {
        let command = SandboxCommandBuilder(tools: .installed(), limits: limits, system: .current())
        var probe = Result<SandboxFeatures, _>.failure(SandboxProbe.Failure(reason: "off"))
        var group = Result<ControlGroup, _>.failure(ControlGroup.Failure.withoutSandbox)
        if mode != .off {
            // Before the probe: the host must be alone in its group, and the last process of a sandbox may end some
            // time after the probe.
            do throws(ControlGroup.Failure) { group = .success(try .delegated()) } catch { group = .failure(error) }
            probe = await SandboxProbe(command).run()
            if case .failure = probe { try? group.get().sweep() }
        }
        let policy = SandboxPolicy(
            mode: mode,
            probe: probe,
            command: command,
            controlGroup: group,
            isTrusted: isTrusted
        )
        if case .on = policy.status {
            let sentence = policy.enforcement.enforcementSentence.english
            logger.log(level: policy.controlGroup == nil ? .warning : .info, "\(sentence)")
        }
        if let warning = policy.status.warning {
            logger.log(level: policy.status == .off ? .warning : .error, "\(warning.english)")
        }
        return policy
    }

    /// Returns the command that launches a program, which in a sandbox cannot create or write files in the folders of
    /// full groups; `temporary` creates an empty folder for its exclusive use, and is called only without a sandbox.
    ///
    /// - Throws: ``EndReason/notAllowed(_:)`` or ``EndReason/launchFailed(_:)``.
    func launch(
        _ program: Program,
        fullGroups: Set<GroupID>,
        controlGroup: ControlGroup? = nil,
        temporary: () throws(BundleError) -> String
    ) throws(EndReason) -> LaunchCommand {
        switch status {
        case .on(let features):
            let launch = command.sandboxed(
                program,
                libraries: SwiftRuntime.folders(of: "\(program.bundle)/\(program.executable)"),
                fullGroups: fullGroups,
                controlGroup: controlGroup?.path,
                features: features
            )
            if let launch { return launch }
            throw .launchFailed(.bubblewrapGonePhrase)
        case .refused(let failure):
            throw .notAllowed(.requiredSandboxMissingPhrase(failure.reason))
        case .unavailable(let reason):
            guard isTrusted(program.identity.app) else {
                let app = program.identity.app.rawValue
                throw .notAllowed(.notTrustedWithoutSandboxPhrase(reason, app: app))
            }
        case .off: break
        }
        do {
            return command.open(program, temporary: try temporary())
        } catch {
            throw .launchFailed(error.text)
        }
    }
}

/// The protection of the person from processes, for the screen, the log and the launcher.
package enum SandboxStatus: Hashable, Sendable {
    /// Every process runs in a sandbox.
    case on(SandboxFeatures)
    /// The person has turned the sandbox off.
    case off
    /// No sandbox is available, for the given reason; only trusted apps are started.
    case unavailable(reason: LocalizableText)
    /// A sandbox is required but not available, so no process is started.
    case refused(SandboxProbe.Failure)

    /// One sentence for people; `nil` if the sandbox is on.
    package var warning: LocalizableText? {
        switch self {
        case .on: nil
        case .off: .sandboxOff
        case .unavailable(let reason): .noSandboxOnMachine(reason)
        case .refused(let failure): .requiredSandboxUnavailable(failure.reason)
        }
    }
}

/// The features of the machine's sandbox beyond the minimum, as ``SandboxProbe`` found them.
package struct SandboxFeatures: Hashable, Sendable {
    /// `true` if a process can be kept from creating user namespaces (bubblewrap 0.8).
    package var disablesUserNamespaces = true
    /// `true` if the kernel counts processes per sandbox, so that their number can be limited independently of the
    /// person's other programs (Linux 5.14).
    package var limitsProcesses = true
    /// `true` if the kernel has Landlock, a second layer for files (Linux 5.19).
    package var rulesFiles = true

    /// `true` if this machine's kernel uses Landlock, in a version that allows files to be moved to other folders.
    package static var kernelHasLandlock: Bool { clinux_landlock_version() >= 2 }
}

/// The setting `sandbox`, which determines if processes run in a sandbox.
package enum SandboxMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// In a sandbox; if this machine has none, only apps that the person trusts by name are started.
    case auto
    /// In a sandbox, or not at all.
    case required
    /// Without a sandbox, by the person's decision.
    case off
}
