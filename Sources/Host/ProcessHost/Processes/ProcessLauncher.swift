import AsyncPrimitives
import Glibc
import JSONRPC
import Subprocess
import SystemPackage
import TodayProtocol

/// Launches processes, a few at a time, each in a session of its own.
struct ProcessLauncher: Sendable {
    /// What a process's monitor returned, and how the process ended.
    struct Outcome<Value: Sendable>: Sendable {
        var value: Value
        var exit: ProcessExit
    }

    /// How many descriptors must be free before a launch: Subprocess crashes if it runs out of them.
    private static let descriptorReserve = 48

    private let policy: SandboxPolicy
    private let temporaryFolder: String
    private let groupLimit: @Sendable () -> GroupLimit
    private let hostWork: ReadingBudget
    /// Bounds how many processes are being launched.
    private let spawns: AsyncSemaphore

    /// Makes a launcher.
    ///
    /// - Parameters:
    ///   - policy: Decides how programs are started.
    ///   - temporaryFolder: Where the temporary folders of processes without a sandbox are made.
    ///   - groupLimit: What the folder of a group may take.
    ///   - hostWork: What the host may spend on a process.
    ///   - width: How many may be launching at a time.
    init(
        policy: SandboxPolicy,
        temporaryFolder: String,
        groupLimit: @escaping @Sendable () -> GroupLimit,
        hostWork: ReadingBudget,
        width: Int
    ) {
        self.policy = policy
        self.temporaryFolder = temporaryFolder
        self.groupLimit = groupLimit
        self.hostWork = hostWork
        spawns = AsyncSemaphore(permits: width)
    }

    /// Runs a program for as long as `body` runs.
    ///
    /// When it returns, the process and its group are gone: `body` ends them, and what is left is killed.
    ///
    /// - Parameters:
    ///   - program: What to launch.
    ///   - body: Receives the process.
    /// - Returns: What `body` returned, and how the process ended.
    /// - Throws: ``LaunchFailure`` if there was no process.
    func run<Value: Sendable>(
        _ program: Program,
        _ body: (SpawnedProcess) async -> Value
    ) async throws(LaunchFailure) -> Outcome<Value> {
        let permit: SemaphorePermit
        do throws(SemaphoreError) { permit = try await spawns.acquire() } catch {
            throw LaunchFailure(reason: .launchFailed("the host stops"))
        }
        defer { permit.release() }
        var temporary: String?
        defer { if let temporary { try? FileTree.remove(temporary) } }
        let groupUsage = try prepareGroups(of: program)
        let limit = groupLimit()
        let full = Set(groupUsage.filter { limit.isFull($0.value) }.keys)
        let launch = try policy.launch(program, fullGroups: full) { () throws(BundleError) in
            let folder = "\(temporaryFolder)/\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            try FileTree.makeFolders(folder)
            temporary = folder
            return folder
        }
        let pipes = try ProcessPipes(reserve: Self.descriptorReserve)
        let meter = ReadingMeter(hostWork)
        let transport = PipeTransport(input: pipes.ourInput, output: pipes.ourOutput, meter: meter)
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(300))
        ]
        do {
            let result = try await Subprocess.run(
                .path(FilePath(launch.executable)),
                arguments: Arguments(launch.arguments),
                environment: .custom(launch.subprocessEnvironment),
                workingDirectory: launch.workingDirectory.map { FilePath($0) },
                platformOptions: options,
                input: .fileDescriptor(FileDescriptor(rawValue: pipes.childInput), closeAfterSpawningProcess: true),
                output: .fileDescriptor(FileDescriptor(rawValue: pipes.childOutput), closeAfterSpawningProcess: true),
                error: .sequence
            ) { execution in
                permit.release()
                let spawned = SpawnedProcess(
                    pid: execution.processIdentifier.value,
                    paths: launch.paths,
                    memoryFolders: launch.memoryFolders,
                    groupUsage: groupUsage,
                    transport: transport,
                    meter: meter,
                    errorOutput: execution.standardError,
                    tearDown: { await execution.teardown(using: $0) }
                )
                let value = await body(spawned)
                spawned.kill()
                return value
            }
            return Outcome(value: result.closureResult, exit: ProcessExit(result.terminationStatus))
        } catch {
            throw LaunchFailure(reason: .launchFailed(Self.phrase(error)))
        }
    }

    /// Makes the folders of a program's groups, and measures what they take.
    private func prepareGroups(
        of program: Program
    ) throws(LaunchFailure) -> [TodayProtocol::GroupID: FolderUsage] {
        do {
            for folder in program.groups.values { try FileTree.makeFolders(folder) }
        } catch {
            throw LaunchFailure(reason: .launchFailed(error.message))
        }
        let limit = groupLimit()
        return program.groups.mapValues { FolderUsage(of: $0, filesLimit: limit.filesToCount) }
    }

    private static func phrase(_ error: any Error) -> String {
        guard let error = error as? SubprocessError else { return "the system refuses" }
        return error.underlyingError.map { "\($0)" } ?? error.description
    }
}
