import HostModel
import Testing
import TodayProtocol

@testable import ProcessHost

@Suite struct SandboxCommandBuilderTests {
    private let command = SandboxCommandBuilder(
        tools: SandboxTools(
            launcher: "/usr/libexec/today/today-launch",
            filters: [[]: "/proc/1/fd/8", [.fileLocks]: "/proc/1/fd/9"],
            bubblewrap: "/usr/bin/bwrap",
            prlimit: "/usr/bin/prlimit",
            setpriv: "/usr/bin/setpriv"
        ),
        limits: ResourceLimits(),
        system: .init(
            links: ["/lib": "usr/lib", "/bin": "usr/bin"],
            folders: ["/lib64"],
            rootFiles: ["/proc/slabinfo"],
            statusFiles: ["/proc/vmstat", "/proc/pressure/cpu"]
        )
    )
    private let program = Program(
        identity: .widget(WidgetID("com.example.Weather.Today"), of: AppID("com.example.Weather")),
        title: "Weather's widget",
        bundle: "/state/apps/W/1/Weather.app/PlugIns/Today.appex",
        executable: "bin/widget",
        groups: [GroupID("group.b"): "/state/groups/group.b", GroupID("group.a"): "/state/groups/group.a"]
    )

    @Test func theSandboxedCommandIsExactlyThis() throws {
        let launch = try #require(
            command.sandboxed(program, libraries: ["/opt/swift/usr/lib/swift/linux"], features: SandboxFeatures())
        )
        let expected = """
            /proc/1/fd/9 /usr/bin/bwrap --seccomp 3
            --unshare-all --unshare-user --die-with-parent --cap-drop ALL --disable-userns
            --uid 1000 --gid 1000 --hostname today
            --ro-bind /usr /usr --ro-bind /lib64 /lib64 --symlink usr/bin /bin --symlink usr/lib /lib
            --dir /etc --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache
            --ro-bind /opt/swift/usr/lib/swift/linux /opt/swift/usr/lib/swift/linux
            --proc /proc --ro-bind-text TEXT /proc/loadavg --ro-bind-text TEXT /proc/meminfo
            --ro-bind-text TEXT /proc/stat --ro-bind-text TEXT /proc/uptime
            --ro-bind /dev/null /proc/pressure/cpu --ro-bind /dev/null /proc/slabinfo
            --ro-bind /dev/null /proc/vmstat --remount-ro /proc
            --dev /dev --size 16777216 --tmpfs /dev/shm --ro-bind /dev/null /dev/zero
            --ro-bind /dev/null /dev/pts/ptmx --remount-ro /dev
            --size 67108864 --tmpfs /tmp
            --ro-bind /state/apps/W/1/Weather.app/PlugIns/Today.appex /app
            --bind /state/groups/group.a /groups/group.a --bind /state/groups/group.b /groups/group.b
            --ro-bind /usr/libexec/today/today-launch /run/today-launch --chdir /app --remount-ro / --
            /run/today-launch --files read:/usr read:/etc read:/proc read:/lib64
            read:/opt/swift/usr/lib/swift/linux device:/dev read:/app write:/tmp write:/dev/shm
            write:/groups/group.a write:/groups/group.b --
            /usr/bin/prlimit --as=2147483648 --nofile=256 --cpu=3600 --fsize=67108864 --core=0 --nproc=64
            --sigpending=256 -- /app/bin/widget
            """
        #expect(launch.executable == "/usr/libexec/today/today-launch")
        #expect(
            launch.arguments.map { $0.contains("\n") ? "TEXT" : $0 }
                == expected.split(whereSeparator: \.isWhitespace).map(String.init)
        )
        #expect(
            launch.environment == ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/tmp", "TMPDIR": "/tmp"]
        )
        #expect(launch.workingDirectory == nil)
        #expect(
            launch.paths
                == ProcessPaths(
                    bundle: "/app",
                    groups: [GroupID("group.a"): "/groups/group.a", GroupID("group.b"): "/groups/group.b"],
                    temporary: "/tmp"
                )
        )
    }

    @Test func whoMayKnowHowBusyTheMachineIsSeesItAndIsStillNotRoot() throws {
        var (command, program) = (command, program)
        command.tools.filters = [[.fileLocks, .systemStatus]: "/proc/1/fd/7"]
        #expect(command.sandboxed(program, features: SandboxFeatures()) == nil)
        program.seesSystemStatus = true
        let arguments = try #require(command.sandboxed(program, features: SandboxFeatures())).arguments
        #expect(arguments.first == "/proc/1/fd/7")
        #expect(arguments.contains("/proc/slabinfo"))
        for file in ["--ro-bind-text", "/proc/meminfo", "/proc/vmstat"] { #expect(!arguments.contains(file)) }
    }

    @Test func theLauncherJoinsTheControlGroupFirst() throws {
        let launch = try #require(
            command.sandboxed(program, controlGroup: "/sys/fs/cgroup/today/app", features: SandboxFeatures())
        )
        let beginning = ["--cgroup", "/sys/fs/cgroup/today/app", "/proc/1/fd/9", "/usr/bin/bwrap"]
        #expect(launch.arguments.prefix(4) == beginning[...])
    }

    @Test func aFullGroupCanBeCleanedUpWithRulesForFilesAndElseOnlyRead() throws {
        let full: Set = [GroupID("group.b")]
        let cleaned = try #require(command.sandboxed(program, fullGroups: full, features: SandboxFeatures())).arguments
        #expect(cleaned.contains("clean:/groups/group.b") && cleaned.contains("write:/groups/group.a"))
        #expect(!cleaned.contains("write:/groups/group.b"))
        let features = SandboxFeatures(rulesFiles: false)
        let read = try #require(command.sandboxed(program, fullGroups: full, features: features)).arguments
        let place = try #require(read.firstIndex(of: "/groups/group.b"))
        #expect(read[place - 2] == "--ro-bind")
        #expect(!read.contains("--files") && !read.contains("/run/today-launch"))
    }

    @Test(arguments: [true, false], [true, false])
    func theSandboxNeverMakesASessionAndAlwaysDiesWithItsParent(_ disables: Bool, _ limits: Bool) throws {
        let features = SandboxFeatures(disablesUserNamespaces: disables, limitsProcesses: limits)
        let arguments = try #require(command.sandboxed(program, features: features)).arguments
        #expect(!arguments.contains("--new-session"))
        #expect(arguments.contains("--die-with-parent"))
        #expect(arguments.contains("--disable-userns") == disables)
        #expect(arguments.contains("--nproc=64") == limits)
    }

    @Test func theOpenCommandKeepsRealPathsLimitsAndTheDeathSignal() {
        let launch = command.open(program, temporary: "/state/tmp/1")
        let expected = """
            --pdeathsig KILL -- /usr/bin/prlimit --as=2147483648 --nofile=256 --cpu=3600 --fsize=67108864 --core=0 --
            /state/apps/W/1/Weather.app/PlugIns/Today.appex/bin/widget
            """
        #expect(launch.executable == "/usr/bin/setpriv")
        #expect(launch.arguments == expected.split(whereSeparator: \.isWhitespace).map(String.init))
        #expect(launch.environment["HOME"] == "/state/tmp/1")
        #expect(launch.workingDirectory == program.bundle)
        #expect(
            launch.paths == ProcessPaths(bundle: program.bundle, groups: program.groups, temporary: "/state/tmp/1")
        )
    }

    @Test func withoutToolsTheOpenCommandIsTheProgramAndThereIsNoSandbox() {
        let bare = SandboxCommandBuilder(tools: SandboxTools(), limits: ResourceLimits(), system: .init(links: [:]))
        let launch = bare.open(program, temporary: "/t")
        #expect(launch.executable == "\(program.bundle)/bin/widget")
        #expect(launch.arguments.isEmpty)
        #expect(bare.sandboxed(program, features: SandboxFeatures()) == nil)
    }

    @Test func addressSpaceIsNeverSoSmallThatProgramsHang() throws {
        var limits = ResourceLimits()
        limits.addressSpace = 1
        let small = SandboxCommandBuilder(tools: command.tools, limits: limits, system: command.system)
        let launch = try #require(small.sandboxed(program, features: SandboxFeatures()))
        #expect(launch.arguments.contains("--as=536870912"))
    }

    @Test func aProgramGetsOnlyTheGroupsItAsksForAndHasRightsTo() {
        let (asked, other, refused) = (GroupID("group.asked"), GroupID("group.other"), GroupID("group.refused"))
        let widget = WidgetManifest(
            id: WidgetID("a.b.c"),
            folder: "PlugIns/C.appex",
            name: LocalizedName("Clock"),
            version: "1",
            executable: "c",
            entitlements: Entitlements(groups: [asked, refused])
        )
        let app = AppManifest(
            id: AppID("a.b"),
            folder: "B.app",
            name: LocalizedName("Big"),
            version: "1",
            executable: "b",
            entitlements: Entitlements(groups: [asked, other, refused]),
            widgets: [widget]
        )
        let folders = [asked: "/g/asked", other: "/g/other"]
        let program = Program(widget.id, of: widget, in: app, at: "/apps/B.app", groups: folders)
        #expect(program.groups == [asked: "/g/asked"])
        #expect(program.bundle == "/apps/B.app/PlugIns/C.appex")
        #expect(Program(app, at: "/apps/B.app", groups: folders).groups == folders)
    }
}
