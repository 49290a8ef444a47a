import AsyncPrimitives
import Glibc
import HostModel
import JSONRPC
import Logging
import Subprocess
import SystemPackage
import TodayProtocol

/// Launches processes, a few at a time, each in a session of its own.
struct ProcessLauncher: Sendable {
    struct Outcome<Value: Sendable>: Sendable {
        var value: Value
        var exit: ProcessExit
        /// The reason for which the kernel ended it, if it did.
        var excess: EndReason?
    }

    /// Number of descriptors that must be free before a launch, since Subprocess crashes if it runs out of them.
    private static let descriptorReserve = 48

    let policy: SandboxPolicy
    /// The folder in which the temporary folders of processes without a sandbox are created.
    let temporaryFolder: String
    let groupLimit: @Sendable () -> GroupLimit
    let budget: ProcessBudget
    /// Receives a warning if the control group of a process cannot be created.
    let logger: Logger
    let spawns: AsyncSemaphore

    /// Runs a program for as long as `body` runs, which ends the processes; what is left of them is killed.
    ///
    /// - Throws: ``EndReason`` if there was no process.
    func run<Value: Sendable>(
        _ program: Program,
        _ share: AppShare,
        _ body: (SpawnedProcess) async -> Value
    ) async throws(EndReason) -> Outcome<Value> {
        let group = controlGroup(for: program)
        let result: Result<Outcome<Value>, EndReason>
        do throws(EndReason) {
            result = .success(try await run(program, share, in: group, body))
        } catch {
            result = .failure(error)
        }
        await group?.remove()
        return try result.get()
    }

    func close() { policy.controlGroup?.sweep() }

    private func controlGroup(for program: Program) -> ControlGroup? {
        guard let parent = policy.controlGroup else { return nil }
        do throws(ControlGroup.Failure) { return try parent.group(of: program.identity, budget) } catch {
            logger.warning(
                "\(program.title.english) has no control group, so its limits are only measured: \(error.reason.english)",
                metadata: ["process": "\(program.identity)"]
            )
            return nil
        }
    }

    private func run<Value: Sendable>(
        _ program: Program,
        _ share: AppShare,
        in group: ControlGroup?,
        _ body: (SpawnedProcess) async -> Value
    ) async throws(EndReason) -> Outcome<Value> {
        let permit: SemaphorePermit
        do throws(SemaphoreError) { permit = try await spawns.acquire() } catch {
            throw .launchFailed(.hostStopsPhrase)
        }
        defer { permit.release() }
        guard BundleFolder.isFolder(program.bundle) else { throw .launchFailed(.bundleGonePhrase) }
        var temporary: String?
        defer { if let temporary { try? FileTree.remove(temporary) } }
        let groupUsage = try prepareGroups(of: program)
        let limit = groupLimit()
        let full = Set(groupUsage.filter { limit.isFull($0.value) }.keys)
        let launch = try policy.launch(program, fullGroups: full, controlGroup: group) { () throws(BundleError) in
            let folder = "\(temporaryFolder)/\(FileTree.uniqueName())"
            try FileTree.makeFolders(folder)
            temporary = folder
            return folder
        }
        let pipes = try ProcessPipes(reserve: Self.descriptorReserve)
        let meter = ReadingMeter(budget.hostBudget, within: share.meter)
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
            return Outcome(
                value: result.closureResult,
                exit: ProcessExit(result.terminationStatus),
                excess: group?.excess(of: program.identity, budget)
            )
        } catch {
            throw .launchFailed(Self.phrase(error))
        }
    }

    private func prepareGroups(of program: Program) throws(EndReason) -> [TodayProtocol::GroupID: FolderUsage] {
        do {
            for folder in program.groups.values { try FileTree.makeFolders(folder) }
        } catch {
            throw .launchFailed(error.text)
        }
        let limit = groupLimit()
        return program.groups.mapValues { FolderUsage(of: $0, filesLimit: limit.filesToCount) }
    }

    private static func phrase(_ error: any Error) -> LocalizableText {
        guard let error = error as? SubprocessError else { return .systemRefusesPhrase }
        return .text(error.underlyingError.map { "\($0)" } ?? error.description)
    }
}
