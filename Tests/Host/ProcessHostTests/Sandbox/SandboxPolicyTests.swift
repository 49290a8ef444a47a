import Foundation
import HostModel
import Logging
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

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
        for (tool, reason, remedy) in [
            (\SandboxTools.bubblewrap, LocalizableText.bubblewrapNotInstalledPhrase, "Install bubblewrap"),
            (\.prlimit, .prlimitNotInstalledPhrase, "Install util-linux"),
            (
                \.launcher, .todayLaunchNotInstalledPhrase,
                "Put it beside today or in libexec/today of the same prefix, as the package does"
            ),
            (\.filter, .systemCallsNotFilteredPhrase, nil),
        ] {
            var bare = command
            bare.tools[keyPath: tool] = nil
            #expect(await SandboxProbe(bare).run() == .failure(.init(reason: reason, remedy: remedy)))
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

    /// In front of the filter stand instructions of BPF that let one call reach the kernel, as far as the check can tell:
    /// it fails with `EINVAL`.
    @Test(
        arguments: [
            (250, 219, nil, "keyctl is allowed"), (248, 217, nil, "add_key is allowed"),
            (321, 280, nil, "bpf is allowed"),
            (425, 425, nil, "io_uring_setup is allowed"), (323, 282, nil, "userfaultfd is allowed"),
            (298, 241, nil, "perf_event_open is allowed"), (165, 40, nil, "mount is allowed"),
            (272, 97, nil, "unshare is allowed"), (101, 117, nil, "ptrace is allowed"),
            (319, 279, nil, "memfd_create is allowed"), (29, 194, nil, "shmget is allowed"),
            (41, 198, 16, "netlink sockets are allowed"), (41, 198, 40, "sockets of virtual machines are allowed"),
            (41, 198, 2, "network sockets are allowed"), (314, 274, nil, "sched_setattr is allowed"),
            (112, 157, nil, "setsid is allowed"), (73, 32, nil, "flock is allowed"),
            (99, 179, nil, "sysinfo is allowed"),
        ] as [(UInt32, UInt32, UInt32?, String)]
    )
    func aFilterThatLacksOneCallIsNoLayer(intel: UInt32, arm: UInt32, family: UInt32?, reason: String) async throws {
        try await withTemporaryDirectory { folder in
            let filter = try Data(contentsOf: URL(filePath: try #require(command.tools.filter)))
            var holed = command
            holed.tools.filter = "\(folder)/filter"
            try (Self.hole(for: Self.isIntel ? intel : arm, family: family) + filter)
                .write(to: URL(filePath: "\(folder)/filter"))
            let result = await SandboxProbe(holed, deadline: .seconds(600)).run()
            #expect(result == .failure(.init(reason: "system calls: \(reason)")))
        }
    }

    @Test(
        arguments: [
            "cgroup": "namespaces: it has no cgroup of its own", "ipc": "namespaces: it has no ipc of its own",
            "net": "namespaces: it has no net of its own", "pid": "processes: it has no process ids of its own",
            "uts": "host name: it sees that of the machine",
        ]
    )
    func aNamespaceOfTheHostIsNoSandbox(_ name: String, reason: String) async throws {
        try await withTemporaryDirectory { folder in
            let others = ["cgroup", "ipc", "net", "pid", "uts"].filter { $0 != name }.map { "--unshare-\($0)" }
            var shared = command
            // bubblewrap names a machine only in a namespace of its own.
            shared.tools.bubblewrap = try Self.script(
                """
                import os, sys
                with open(int(sys.argv[2])) as file:
                    options = file.read().split("\\0")[:-1]
                changes = {"--unshare-all": \(others)}
                if "\(name)" == "uts":
                    changes["--hostname"] = ["--setenv", "HOSTNAME"]
                words = [word for option in options for word in changes.get(option, [option])]
                program = "\(try #require(command.tools.bubblewrap))"
                os.execv(program, [program] + words + sys.argv[3:])
                """,
                interpreter: "/usr/bin/python3",
                in: folder
            )
            let result = await SandboxProbe(shared, deadline: .seconds(600)).run()
            #expect(result == .failure(.init(reason: .text(reason))))
        }
    }

    /// In place of bubblewrap's sandbox a second launcher starts, under a filter that refuses it a keyring.
    @Test func withoutAKeyringOfItsOwnNothingIsStarted() async throws {
        try await withTemporaryDirectory { folder in
            let (bubblewrap, launcher) = (command.tools.bubblewrap, command.tools.launcher)
            var keyless = command
            keyless.tools.bubblewrap = try Self.script(
                """
                exec \(try #require(bubblewrap)) --ro-bind / / --seccomp 3 \(try #require(launcher)) /dev/null /bin/true
                """,
                in: folder
            )
            let result = await SandboxProbe(keyless, deadline: .seconds(600)).run()
            let reason = "today-launch: no keyring of its own: Operation not permitted"
            #expect(result == .failure(.init(reason: .text(reason))))
        }
    }

    private static func script(_ text: String, interpreter: String = "/bin/sh", in folder: String) throws -> String {
        let path = "\(folder)/bwrap"
        try Data("#!\(interpreter)\n\(text)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// Instructions (`sock_filter`) that end with `EINVAL` a call, or only one with a certain first argument, and leave
    /// all others to what follows.
    private static func hole(for call: UInt32, family: UInt32?) -> Data {
        let (load, jumpIfEqual, end) = (UInt16(0x20), UInt16(0x15), UInt16(0x06))
        var instructions = [(load, UInt8(0), UInt32(0)), (jumpIfEqual, family == nil ? 1 : 3, call)]
        if let family { instructions += [(load, 0, 16), (jumpIfEqual, 1, family)] }
        instructions.append((end, 0, 0x0005_0000 | UInt32(EINVAL)))
        var data = Data()
        for (code, otherwise, value) in instructions {
            withUnsafeBytes(of: code.littleEndian) { data.append(contentsOf: $0) }
            data.append(contentsOf: [0, otherwise])
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        return data
    }

    #if arch(x86_64)
        private static let isIntel = true
    #else
        private static let isIntel = false
    #endif

    @Test(arguments: [
        (SandboxMode.auto, true, SandboxStatus.on(SandboxFeatures())),
        (.required, true, .on(SandboxFeatures())), (.off, true, .off), (.off, false, .off),
        (.auto, false, .unavailable(reason: "no luck")),
        (.required, false, .refused(SandboxProbe.Failure(reason: "no luck"))),
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
