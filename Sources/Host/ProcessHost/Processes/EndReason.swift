import HostModel
package import JSONRPC
import Subprocess
package import TodayProtocol

/// The reason for the end of a process, or for which it is not launched.
package enum EndReason: Error, Hashable, Sendable {
    /// No call has used it for a while.
    case idle
    /// The host is stopping.
    case shutdown
    /// The app was replaced by another version, changed its rights, or was removed.
    case replaced
    /// It exited by itself with a status; `whileInUse` is `true` if a call was using it.
    case exited(status: Int32, whileInUse: Bool)
    /// It exited with a status before it had answered `initialize`.
    case exitedAtStart(status: Int32)
    /// It was ended by a signal that the host did not send.
    case signalled(Int32)
    /// It closed its standard output but did not end.
    case closedOutput
    /// It did not answer `initialize` within the timeout, and sent the given lines instead.
    case startTimedOut(Duration, RPCConnection.Arrivals = .messages)
    /// It answered `initialize` with something invalid.
    case handshakeFailed(LocalizableText)
    /// It did not answer within the timeout, and sent the given lines instead.
    case deadline(method: String, Duration, RPCConnection.Arrivals = .messages)
    /// It used more CPU time than is allowed for one request.
    case cpu(used: Duration, limit: Duration)
    /// It used more CPU time than is allowed while no request runs.
    case cpuBetweenRequests(used: Duration, limit: Duration)
    /// Its children used CPU time that the system charged to no process, since their parent did not wait for them.
    case unawaitedChildren(Duration)
    /// It used more memory than allowed, in bytes.
    case memory(used: Int, limit: Int)
    /// It used the most memory of the processes of its app, which together used more than allowed, in bytes.
    case appMemory(used: Int, limit: Int)
    /// It put more files into its temporary folders than allowed.
    case temporaryFiles(used: Int, limit: Int)
    /// It had more sockets and watched descriptors than allowed.
    case watches(used: Int, limit: Int)
    /// It had more byte-range file locks than allowed.
    case locks(used: Int, limit: Int)
    /// It hid descriptors for the given time, so that the resources they hold could not be counted.
    case hiddenDescriptors(Duration)
    /// The files of one of its groups took more disk space than allowed, in bytes, and more than when the process
    /// started.
    case groupSize(TodayProtocol::GroupID, used: Int, limit: Int)
    /// One of its groups had more files than allowed, and more than when the process started.
    case groupFiles(TodayProtocol::GroupID, used: Int, limit: Int)
    /// It nested folders in one of its groups deeper than allowed.
    case groupDepth(TodayProtocol::GroupID, limit: Int)
    /// It had more processes than allowed.
    case processes(used: Int, limit: Int)
    /// It had the most processes of its app, which together had more than allowed.
    case appProcesses(used: Int, limit: Int)
    case protocolViolation(String)
    /// It could not be started.
    case launchFailed(LocalizableText)
    /// It may not be started.
    case notAllowed(LocalizableText)

    /// A word for the reason without its values, and the code of the error for calls that waited for the process.
    private var traits: (kind: String, code: ProcessError.Code) {
        switch self {
        case .idle: ("idle", .stopped)
        case .shutdown: ("shutdown", .stopped)
        case .replaced: ("replaced", .replaced)
        case .exited, .exitedAtStart: ("exited", .crashed)
        case .signalled: ("signalled", .crashed)
        case .closedOutput: ("closed-output", .crashed)
        case .startTimedOut: ("start", .startFailed)
        case .handshakeFailed: ("handshake", .startFailed)
        case .deadline: ("deadline", .timedOut)
        case .cpu, .cpuBetweenRequests, .unawaitedChildren: ("processor", .overBudget)
        case .memory, .appMemory: ("memory", .overBudget)
        case .temporaryFiles: ("temporary-files", .overBudget)
        case .watches, .hiddenDescriptors: ("descriptors", .overBudget)
        case .locks: ("locks", .overBudget)
        case .groupSize, .groupFiles, .groupDepth: ("group", .overBudget)
        case .processes, .appProcesses: ("processes", .overBudget)
        case .protocolViolation: ("protocol", .misbehaved)
        case .launchFailed: ("launch", .launchFailed)
        case .notAllowed: ("not-allowed", .notAllowed)
        }
    }

    package var kind: String { traits.kind }

    private var code: ProcessError.Code { traits.code }

    /// `true` if it counts as a crash, after which the next start is delayed.
    package var isFailure: Bool {
        if case .exited(let status, let isInUse) = self { return status != 0 || isInUse }
        return !isGraceful && code != .notAllowed
    }

    /// `true` if the host killed the process because it missed a deadline, exceeded a limit or broke the protocol.
    package var isKill: Bool {
        if case .startTimedOut = self { true } else { isExcess || code == .misbehaved }
    }

    /// `true` if the process exceeded a limit or a deadline, about which the person should be told.
    package var isExcess: Bool { code == .timedOut || code == .overBudget }

    /// `true` if the person should be told the reason even while the next start is delayed: a limit was exceeded, or no
    /// start succeeds until the author mends the program.
    var isExplained: Bool {
        if case .exitedAtStart = self { true } else { isExcess || code == .startFailed || code == .launchFailed }
    }

    /// `true` if the process is asked to finish before it is terminated.
    var isGraceful: Bool { code == .stopped || code == .replaced }

    package func sentence(about process: LocalizableText) -> LocalizableText {
        switch self {
        case .idle: .endedUnused(process)
        case .shutdown: .endedByStopping(process)
        case .replaced: .endedByAppChange(process)
        // The statuses with which shells and prlimit report a program that they cannot run.
        case .exited(126, _), .exitedAtStart(126): .endedNotExecutable(process)
        case .exited(127, _), .exitedAtStart(127): .endedProgramMissing(process)
        case .exitedAtStart(0): .endedBeforeInitialize(process)
        case .exitedAtStart(let status): .endedWithStatusBeforeInitialize(process, status: Int(status))
        case .exited(0, true): .endedWithStatusZero(process)
        case .exited(let status, _): .endedWithStatus(process, status: Int(status))
        case .signalled(let signal): .endedBySignal(process, signal: Int(signal))
        case .closedOutput: .closedStandardOutput(process)
        case .startTimedOut(let limit, let arrivals):
            Self.deadline(method: InitializeRequest.method, limit, arrivals).sentence(about: process)
        case .handshakeFailed(let reason): .didNotStart(process, reason: reason)
        case .deadline(let method, let limit, .messages):
            .killedWithoutAnswer(process, method: method, duration: Self.text(limit))
        // It was too slow, or its answer is still in its own buffer.
        case .deadline(let method, let limit, .nothing):
            .killedWithoutOutput(process, method: method, duration: Self.text(limit))
        case .deadline(let method, let limit, .noMessage):
            .killedAfterStrayLine(process, method: method, duration: Self.text(limit))
        case .deadline(let method, let limit, .unawaitedReply(let id)):
            .killedAfterUnaskedAnswer(process, method: method, duration: Self.text(limit), id: id)
        case .cpu(let used, let limit):
            .requestUsedTooMuchTime(process, used: Self.text(used), limit: Self.text(limit))
        case .cpuBetweenRequests(let used, let limit):
            .idleUsedTooMuchTime(process, used: Self.text(used), limit: Self.text(limit))
        case .unawaitedChildren(let used): .didNotWaitForPrograms(process, used: Self.text(used))
        case .memory(let used, let limit):
            .usedTooMuchMemory(process, used: Self.mebibytes(used), limit: Self.mebibytes(limit))
        case .appMemory(let used, let limit):
            .appUsedTooMuchMemory(process, used: Self.mebibytes(used), limit: Self.mebibytes(limit))
        case .temporaryFiles(let used, let limit): .tooManyTemporaryFiles(process, count: used, limit: limit)
        case .watches(let used, let limit): .tooManySockets(process, count: used, limit: limit)
        case .locks(let used, let limit): .tooManyFileLocks(process, count: used, limit: limit)
        case .hiddenDescriptors(let time): .hidDescriptors(process, duration: Self.text(time))
        case .groupSize(let group, let used, let limit):
            .filesTooLarge(process, folder: "\(group)", used: Self.mebibytes(used), limit: Self.mebibytes(limit))
        case .groupFiles(let group, let used, let limit):
            .tooManyFiles(process, count: used, folder: group.rawValue, limit: limit)
        case .groupDepth(let group, let limit):
            .foldersNestedTooDeep(process, folder: group.rawValue, limit: limit)
        case .processes(let used, let limit): .tooManyProcesses(process, count: used, limit: limit)
        case .appProcesses(let used, let limit): .appRanTooManyProcesses(process, count: used, limit: limit)
        case .protocolViolation(let reason): .brokeProcessProtocol(process, reason: reason)
        case .launchFailed(let reason): .couldNotBeStarted(process, reason: reason)
        case .notAllowed(let reason): .mayNotBeStarted(process, reason: reason)
        }
    }

    /// Returns the sentence about the end of a process in English, without its full stop.
    package func logLine(about process: LocalizableText) -> String {
        String(sentence(about: process).english.dropLast())
    }

    func error(title: LocalizableText, retryAfter: Duration?) -> ProcessError {
        ProcessError(code, sentence(about: title), retryAfter: retryAfter)
    }

    /// Converts bytes to whole mebibytes, rounded up, so that an amount above a limit is shown as more than the limit.
    private static func mebibytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }

    /// Formats a duration for people: `2 s`, `1.5 s`, `300 ms`.
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        guard milliseconds >= 1000 else { return "\(Int(milliseconds.rounded())) ms" }
        let tenths = (milliseconds / 100).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
    }
}

enum ProcessExit: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    /// Converts a termination status; a sandbox reports a signal that ended its program as 128 plus its number.
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code) where code > 128 && code < 128 + 65: self = .signalled(code - 128)
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .signalled(signal)
        }
    }

    /// Returns the reason for an end that the host did not cause; `hasStarted` is `true` if the program had answered
    /// `initialize`.
    func reason(whileInUse: Bool, hasStarted: Bool) -> EndReason {
        switch self {
        case .exited(let status) where !hasStarted: .exitedAtStart(status: status)
        case .exited(let status): .exited(status: status, whileInUse: whileInUse)
        case .signalled(let signal): .signalled(signal)
        }
    }
}

extension EndReason {
    /// Returns the reason, or the mistake in the first line of the program if it did not start: prlimit has a shell run
    /// a script without an interpreter (execvp(3)), which usually fails.
    func explained(by program: Program) -> EndReason {
        switch self {
        case .exitedAtStart, .startTimedOut, .launchFailed: break
        default: return self
        }
        switch program.firstLineMistake {
        case .noInterpreter: return .launchFailed(.noInterpreterPhrase)
        case .byteOrderMark: return .launchFailed(.byteOrderMarkPhrase)
        // A script that ends with status 1, as after an exception, did run.
        case .carriageReturn where self != .exitedAtStart(status: 1):
            return .launchFailed(.carriageReturnPhrase)
        default: return self
        }
    }
}
