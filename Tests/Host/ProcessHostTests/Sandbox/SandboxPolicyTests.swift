import Foundation
import Logging
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@Suite struct SandboxPolicyTests {
    private let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())

    @Test func thisMachineHasASandbox() async {
        let result = await SandboxProbe(command, deadline: .seconds(600)).run()
        #expect((try? result.get()) != nil, "\(result)")
    }

    @Test func aSandboxThatFailsTellsWhy() async throws {
        try await withTemporaryDirectory { folder in
            let fake = "\(folder)/bwrap"
            try Data("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n".utf8)
                .write(to: URL(filePath: fake))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake)
            var broken = command
            broken.tools.bubblewrap = fake
            let result = await SandboxProbe(broken, deadline: .seconds(600)).run()
            #expect(result == .failure(.init(reason: "bwrap: No permissions to create new namespace")))
        }
    }

    @Test func aMissingSandboxTellsWhy() async {
        for (tool, reason) in [
            (\SandboxTools.bubblewrap, "bubblewrap is not installed"), (\.prlimit, "prlimit is not installed"),
            (\.launcher, "today-launch is not installed"), (\.filter, "system calls cannot be filtered"),
        ] {
            var bare = command
            bare.tools[keyPath: tool] = nil
            #expect(await SandboxProbe(bare).run() == .failure(.init(reason: reason)))
        }
    }

    /// The filter is the layer that is left out here.
    @Test func aSandboxWithoutALayerIsNoSandbox() async throws {
        try await withTemporaryDirectory { folder in
            // A filter that allows every call: one instruction of BPF, which returns SECCOMP_RET_ALLOW.
            let permissive = "\(folder)/filter"
            try Data([0x06, 0, 0, 0, 0, 0, 0xFF, 0x7F]).write(to: URL(filePath: permissive))
            var leaky = command
            leaky.tools.filter = permissive
            let result = await SandboxProbe(leaky, deadline: .seconds(600)).run()
            #expect(result == .failure(.init(reason: "system calls: keyctl is allowed")))
        }
    }

    @Test(arguments: [
        (SandboxMode.auto, true, SandboxStatus.on(SandboxFeatures())),
        (.required, true, .on(SandboxFeatures())), (.off, true, .off), (.off, false, .off),
        (.auto, false, .unavailable(reason: "no luck")), (.required, false, .refused(reason: "no luck")),
    ])
    func theStatusFollowsFromSettingAndMachine(mode: SandboxMode, works: Bool, status: SandboxStatus) {
        let policy = SandboxPolicy(
            mode: mode,
            probe: works ? .success(SandboxFeatures()) : .failure(.init(reason: "no luck")),
            command: command,
            isTrusted: { _ in false }
        )
        #expect(policy.status == status)
        #expect((policy.status.warning == nil) == (status == .on(SandboxFeatures())))
    }

    /// The probe writes to a folder of its namespaces that no rule names.
    @Test func rulesForFilesKeepOutWhatTheNamespacesShow() async throws {
        let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
        let features = try await SandboxProbe(command).run().get()
        #expect(features.rulesFiles == SandboxFeatures.kernelHasLandlock)
    }
}
