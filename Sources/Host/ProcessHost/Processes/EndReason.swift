package import JSONRPC
import Subprocess
package import TodayProtocol

/// Why a process ended.
package enum EndReason: Hashable, Sendable {
    /// No call has used it for a while.
    case idle
    /// The host stops.
    case shutdown
    /// The app was replaced by another version, changed its rights, or was removed.
    case replaced
    /// It exited with that status, while a call was using it or not.
    case exited(status: Int32, whileInUse: Bool)
    /// It exited with that status before it had answered `initialize`.
    case exitedAtStart(status: Int32)
    /// A signal ended it that the host did not send.
    case signalled(Int32)
    /// It closed its standard output and went on.
    case closedOutput
    /// It did not answer `initialize` in time, and sent that instead.
    case startTimedOut(Duration, RPCConnection.Arrivals = .messages)
    /// It answered `initialize` with something invalid.
    case handshakeFailed(String)
    /// It did not answer in time, and sent that instead.
    case deadline(method: String, Duration, RPCConnection.Arrivals = .messages)
    /// It used more CPU time than one request may.
    case cpu(used: Duration, limit: Duration)
    /// It used more CPU time than it may while no request ran.
    case cpuBetweenRequests(used: Duration, limit: Duration)
    /// Children of it used CPU time and nobody awaited them, so that the system counted it for nobody.
    case unawaitedChildren(Duration)
    /// It used more memory than it may, in bytes.
    case memory(used: Int, limit: Int)
    /// It used the most memory of the processes of its app, which together used more than they may, in bytes.
    case appMemory(used: Int, limit: Int)
    /// It put more files into its temporary folders than it may.
    case temporaryFiles(used: Int, limit: Int)
    /// It had more sockets and watches of descriptors than it may.
    case watches(used: Int, limit: Int)
    /// It had more locks of parts of files than it may.
    case locks(used: Int, limit: Int)
    /// It had descriptors for that long that cannot be seen, and so what they hold cannot be counted.
    case hiddenDescriptors(Duration)
    /// The files of one of its groups took more bytes of the disk than they may, and more than when it began.
    case groupSize(TodayProtocol::GroupID, used: Int, limit: Int)
    /// One of its groups had more files than it may, and more than when it began.
    case groupFiles(TodayProtocol::GroupID, used: Int, limit: Int)
    /// It nested folders of one of its groups deeper than it may.
    case groupDepth(TodayProtocol::GroupID, limit: Int)
    /// It had more processes than it may.
    case processes(used: Int, limit: Int)
    /// It had the most processes of its app, which together had more than it may.
    case appProcesses(used: Int, limit: Int)
    /// It broke the protocol.
    case protocolViolation(String)
    /// It could not be started.
    case launchFailed(String)
    /// It may not be started.
    case notAllowed(String)

    /// Whether it counts as a crash, after which the next start waits.
    package var isFailure: Bool {
        switch self {
        case .idle, .shutdown, .replaced, .notAllowed: false
        case .exited(let status, let isInUse): status != 0 || isInUse
        default: true
        }
    }

    /// Whether the host killed the process for what it did.
    package var isKill: Bool {
        switch self {
        case .idle, .shutdown, .replaced, .exited, .exitedAtStart, .signalled, .closedOutput: false
        case .handshakeFailed, .launchFailed, .notAllowed: false
        default: true
        }
    }

    /// Whether it exceeded a limit, so that the person should read which.
    package var isExcess: Bool { code == .timedOut || code == .overBudget }

    /// Whether the person should read the reason also while the next start is waited for: it exceeded a limit, or no start
    /// succeeds before its author mends it.
    var isExplained: Bool {
        switch self {
        case .exitedAtStart, .startTimedOut, .handshakeFailed, .launchFailed: true
        default: isExcess
        }
    }

    /// A word for reasons that differ only in their values.
    package var kind: String {
        switch self {
        case .idle: "idle"
        case .shutdown: "shutdown"
        case .replaced: "replaced"
        case .exited, .exitedAtStart: "exited"
        case .signalled: "signalled"
        case .closedOutput: "closed-output"
        case .startTimedOut: "start"
        case .handshakeFailed: "handshake"
        case .deadline: "deadline"
        case .cpu, .cpuBetweenRequests, .unawaitedChildren: "processor"
        case .memory, .appMemory: "memory"
        case .temporaryFiles: "temporary-files"
        case .watches, .hiddenDescriptors: "descriptors"
        case .locks: "locks"
        case .groupSize, .groupFiles, .groupDepth: "group"
        case .processes, .appProcesses: "processes"
        case .protocolViolation: "protocol"
        case .launchFailed: "launch"
        case .notAllowed: "not-allowed"
        }
    }

    /// Whether the process is asked to finish before it is terminated.
    var isGraceful: Bool {
        switch self {
        case .idle, .shutdown, .replaced: true
        default: false
        }
    }

    /// The rest of a sentence that begins with the process's title.
    package var predicate: String {
        switch self {
        case .idle: "was ended because nobody used it"
        case .shutdown: "was ended because Today is stopping"
        case .replaced: "was ended because its app was changed"
        // The statuses of shells and prlimit for a program that they cannot run.
        case .exited(126, _), .exitedAtStart(126): "ended with status 126: the program cannot be executed"
        case .exited(127, _), .exitedAtStart(127):
            "ended with status 127: the program, its interpreter or one of its libraries is missing"
        case .exitedAtStart(0):
            "ended before it answered initialize: it must read its standard input, and answer, until that ends"
        case .exitedAtStart(let status):
            "ended with status \(status) before it answered initialize: its standard error may say why"
        case .exited(let status, _): "ended by itself with status \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        case .closedOutput: "closed its standard output"
        case .startTimedOut(let limit, let arrivals): Self.deadline(method: "initialize", limit, arrivals).predicate
        case .handshakeFailed(let reason): "did not start: \(reason)"
        case .deadline(let method, let limit, .messages):
            "did not answer \(method) within \(Self.text(limit)) and was killed"
        // It was too slow, or has written an answer all the same, which is still in a buffer.
        case .deadline(let method, let limit, .nothing):
            "did not answer \(method) within \(Self.text(limit)) and was killed: no line came from its standard "
                + "output; if it wrote an answer, that did not end with a line feed or was not flushed"
        case .deadline(let method, let limit, .noMessage):
            "did not answer \(method) within \(Self.text(limit)) and was killed: a line on its standard output was no "
                + "message, and is in the log"
        case .deadline(let method, let limit, .unawaitedReply(let id)):
            "did not answer \(method) within \(Self.text(limit)) and was killed: an answer with the id \(id) came, "
                + "which was not asked for"
        case .cpu(let used, let limit):
            "used \(Self.text(used)) of processor time for one request; its limit is \(Self.text(limit))"
        case .cpuBetweenRequests(let used, let limit):
            "used \(Self.text(used)) of processor time between requests; its limit is \(Self.text(limit))"
        case .unawaitedChildren(let used):
            "did not wait for programs that it started, which used at least \(Self.text(used)) of processor time"
        case .memory(let used, let limit):
            "used \(Self.mebibytes(used)) MiB of memory; its limit is \(Self.mebibytes(limit)) MiB"
        case .appMemory(let used, let limit):
            "was ended: all of its app used \(Self.mebibytes(used)) MiB of memory; the limit is \(Self.mebibytes(limit)) MiB"
        case .temporaryFiles(let used, let limit):
            "made \(used) temporary files; its limit is \(limit)"
        case .watches(let used, let limit):
            "had \(used) sockets and watches of descriptors; its limit is \(limit)"
        case .locks(let used, let limit): "had \(used) locks of files; its limit is \(limit)"
        case .hiddenDescriptors(let time): "was ended: it hid descriptors for \(Self.text(time))"
        case .groupSize(let group, let used, let limit):
            "was ended: the files of \(group) take \(Self.mebibytes(used)) MiB; their limit is \(Self.mebibytes(limit)) MiB"
        case .groupFiles(let group, let used, let limit):
            "was ended: there are \(used) files in \(group); the limit is \(limit)"
        case .groupDepth(let group, let limit):
            "was ended: folders in \(group) are nested deeper than \(limit) levels"
        case .processes(let used, let limit): "ran \(used) processes; its limit is \(limit)"
        case .appProcesses(let used, let limit):
            "was ended: all of its app ran \(used) processes; the limit is \(limit)"
        case .protocolViolation(let reason): "broke the process protocol and was killed: \(reason)"
        case .launchFailed(let reason): "could not be started: \(reason)"
        case .notAllowed(let reason): "may not be started: \(reason)"
        }
    }

    /// The error for calls that waited for the process.
    func error(title: String, retryAfter: Duration?) -> ProcessError {
        ProcessError(code, "\(title) \(predicate).", retryAfter: retryAfter)
    }

    private var code: ProcessError.Code {
        switch self {
        case .idle, .shutdown: .stopped
        case .replaced: .replaced
        case .exited, .exitedAtStart, .signalled, .closedOutput: .crashed
        case .startTimedOut, .handshakeFailed: .startFailed
        case .deadline: .timedOut
        case .cpu, .cpuBetweenRequests, .unawaitedChildren, .memory, .appMemory, .temporaryFiles, .watches, .locks,
            .hiddenDescriptors, .processes, .appProcesses, .groupSize, .groupFiles, .groupDepth:
            .overBudget
        case .protocolViolation: .misbehaved
        case .launchFailed: .launchFailed
        case .notAllowed: .notAllowed
        }
    }

    /// Whole mebibytes, rounded up, so that what exceeds a limit is more than the limit in text too.
    private static func mebibytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }

    /// A duration for people: `2 s`, `1.5 s`, `300 ms`.
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        guard milliseconds >= 1000 else { return "\(Int(milliseconds.rounded())) ms" }
        let tenths = (milliseconds / 100).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
    }
}

/// How a process ended, as the system reports it.
enum ProcessExit: Hashable, Sendable {
    /// It exited with a status.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)

    /// Reads a status.
    ///
    /// A sandbox reports the signal that ended its program as 128 and the signal.
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code) where code > 128 && code < 128 + 65: self = .signalled(code - 128)
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .signalled(signal)
        }
    }

    /// The reason of an end that the host did not cause.
    func reason(whileInUse: Bool) -> EndReason {
        switch self {
        case .exited(let status): .exited(status: status, whileInUse: whileInUse)
        case .signalled(let signal): .signalled(signal)
        }
    }

    /// The reason of an end that the host did not cause, before the program had answered `initialize`.
    var reasonAtStart: EndReason {
        switch self {
        case .exited(let status): .exitedAtStart(status: status)
        case .signalled(let signal): .signalled(signal)
        }
    }
}

extension EndReason {
    /// The reason, or what is wrong with the first line of the program if it did not start.
    ///
    /// The system does not execute a file without an interpreter; prlimit then has a shell run it, as execvp(3) does, which
    /// mostly fails. An interpreter whose name or option ends with a carriage return mostly is none.
    func explained(by program: Program) -> EndReason {
        switch self {
        case .exitedAtStart, .startTimedOut, .launchFailed: break
        default: return self
        }
        switch program.firstLineMistake {
        case .noInterpreter:
            return .launchFailed(
                "the first line of its program names no interpreter; begin it with one, such as #!/usr/bin/python3"
            )
        // The script runs all the same if it ends like one with an exception.
        case .carriageReturn where self != .exitedAtStart(status: 1):
            return .launchFailed(
                "the first line of its program ends with a carriage return; save the file with line feeds alone"
            )
        default: return self
        }
    }
}

/// Why a program could not be launched.
struct LaunchFailure: Error {
    /// The reason, `launchFailed` or `notAllowed`.
    var reason: EndReason
}
