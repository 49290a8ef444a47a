import Glibc
import TodayProtocol

/// A control group of the kernel's second version (cgroups(7)) that belongs to this host.
///
/// The kernel holds everything that runs in a group to the group's limits. The host's group has one for each app, and that has
/// one for each process of the app. Nothing but the host's own folder in the file system says what there is, so the same code
/// works on any folder in tests.
package struct ControlGroup: Sendable {
    /// What the kernel can limit.
    package enum Controller: String, Codable, CaseIterable, Sendable {
        case memory, pids, cpu
    }

    /// Why the host has no group, in a phrase.
    package struct Failure: Error, Hashable, Sendable {
        /// The phrase.
        package var reason: String

        /// Processes without a sandbox have no groups.
        package static let withoutSandbox = Failure(reason: "there is no sandbox")

        /// Gives a reason.
        package init(reason: String) { self.reason = reason }
    }

    /// Writes a text to a file of the kernel's; returns `errno`, or 0.
    package typealias Write = @Sendable (_ text: String, _ path: String) -> Int32

    /// The folder of the group.
    package let path: String
    /// What is limited in it.
    package let controllers: [Controller]
    private let write: Write

    /// Names a group that exists.
    package init(path: String, controllers: [Controller], write: @escaping Write = Self.writeFile) {
        self.path = path
        self.controllers = controllers
        self.write = write
    }

    /// Writes with one system call, as the kernel wants it.
    package static let writeFile: Write = { text, path in
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count ? 0 : errno
    }
}

// MARK: - The host's own group

extension ControlGroup {
    /// The name of the folder for the host itself: a group with limits for its children may hold no process (cgroups(7)).
    private static let hostFolder = "host"

    /// Makes the group in which this host has its processes.
    ///
    /// That is the group in which the host was started, if it is alone there and may change it, as a service of systemd that
    /// delegates its group is (systemd.resource-control(5)). Otherwise root makes one at the top.
    ///
    /// - Parameters:
    ///   - process: The folder in `/proc` of this process.
    ///   - pid: The id of this process.
    ///   - isRoot: Whether this process may make groups anywhere.
    ///   - write: Writes files of the kernel's.
    /// - Returns: The group, which belongs to this process until ``sweep()``.
    /// - Throws: ``Failure``; then nothing was changed.
    package static func delegated(
        process: String = "/proc/self",
        pid: Int32 = getpid(),
        isRoot: Bool = geteuid() == 0,
        write: @escaping Write = Self.writeFile
    ) throws(Failure) -> ControlGroup {
        guard let (mount, own) = place(of: process) else {
            throw Failure(reason: "this machine has no control groups of version 2")
        }
        let isAlone = text(of: "\(own)/cgroup.procs").split(separator: "\n") == ["\(pid)"]
        guard isRoot || (isAlone && access(own, W_OK) == 0) else {
            throw Failure(reason: "Today has no control group of its own")
        }
        let parent = isAlone ? own : mount
        let available = text(of: "\(parent)/cgroup.controllers").split(whereSeparator: \.isWhitespace)
        let controllers = Controller.allCases.filter { available.contains(Substring($0.rawValue)) }
        guard controllers.contains(.memory) else {
            throw Failure(reason: "the control groups of this machine do not limit memory")
        }
        let top = ControlGroup(path: parent, controllers: controllers, write: write)
        guard isAlone else {
            for name in top.children where name.hasPrefix("today-") {
                // That of a host that runs stays.
                if let other = Int32(name.dropFirst(6)), other == pid || kill(other, 0) != 0 { top.child(name).sweep() }
            }
            try top.distribute()
            let group = top.child("today-\(pid)")
            try group.make()
            do { try group.distribute() } catch {
                group.sweep()
                throw error
            }
            return group
        }
        for name in top.children where name != hostFolder { top.child(name).sweep() }
        let host = top.child(hostFolder)
        try host.make()
        try host.set("\(pid)", "cgroup.procs")
        do { try top.distribute() } catch {
            try? top.set("\(pid)", "cgroup.procs")
            host.sweep()
            throw error
        }
        return top
    }

    /// Where the file system of control groups is mounted, and the group of a process in it.
    private static func place(of process: String) -> (mount: String, own: String)? {
        for line in text(of: "\(process)/mountinfo").split(separator: "\n") {
            // ID, parent, device, folder in the file system, mount point, options, and behind a dash the type (proc(5)).
            let words = line.split(separator: " ")
            guard words.count > 5, let dash = words.firstIndex(of: "-"), words.count > dash + 1,
                words[dash + 1] == "cgroup2"
            else { continue }
            let own = text(of: "\(process)/cgroup").split(separator: "\n").first { $0.hasPrefix("0::/") }?.dropFirst(3)
            guard var own else { return nil }
            if words[3] != "/" {
                guard own.hasPrefix(words[3]) else { return nil }
                own = own.dropFirst(words[3].count)
            }
            let mount = String(words[4])
            return (mount, own.isEmpty || own == "/" ? mount : mount + own)
        }
        return nil
    }

    private static func text(of path: String) -> String {
        String(decoding: (try? SmallFile.read(path, limit: 1 << 20)) ?? [], as: UTF8.self)
    }

    private var children: [String] {
        ((try? FileTree.names(in: path)) ?? []).filter { name in
            var status = stat()
            return stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    private func child(_ name: String) -> ControlGroup {
        ControlGroup(path: "\(path)/\(name)", controllers: controllers, write: write)
    }

    private func make() throws(Failure) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw Self.failure(errno) }
    }

    private func set(_ text: String, _ file: String) throws(Failure) {
        let error = write(text, "\(path)/\(file)")
        guard error == 0 else { throw Self.failure(error) }
    }

    /// Lets the groups in this one have limits.
    private func distribute() throws(Failure) {
        if controllers.isEmpty { return }
        try set(controllers.map { "+\($0.rawValue)" }.joined(separator: " "), "cgroup.subtree_control")
    }

    private static func failure(_ error: Int32) -> Failure {
        Failure(reason: "the control groups of this machine cannot be changed: \(String(cString: strerror(error)))")
    }

    /// Removes the groups of processes and apps in this one, then this one if the host is not in it; those that still have
    /// processes stay.
    package func sweep() {
        for name in children where name != Self.hostFolder { child(name).sweep() }
        rmdir(path)
    }
}

// MARK: - The group of a process

extension ControlGroup {
    /// Makes a group for one process of an app.
    ///
    /// - Parameters:
    ///   - identity: The app or widget.
    ///   - budget: What it may use, and all processes of its app together.
    /// - Returns: The group, in which nothing runs yet.
    /// - Throws: ``Failure`` if it cannot be made, or cannot have one of its limits.
    func group(of identity: ProcessIdentity, _ budget: ProcessBudget) throws(Failure) -> ControlGroup {
        let app = child("app-\(identity.app)")
        try app.make()
        try app.limit(memory: budget.appMemory, processes: budget.appProcesses)
        try app.distribute()
        let process = app.child("process-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        try process.make()
        do {
            try process.limit(memory: budget.memory(of: identity), processes: budget.processes)
            // A process without one of its children would be in a state that nobody has thought of.
            if controllers.contains(.memory) { try process.set("1", "memory.oom.group") }
        } catch {
            rmdir(process.path)
            throw error
        }
        return process
    }

    private func limit(memory: Int, processes: Int) throws(Failure) {
        if controllers.contains(.memory) {
            try set("\(memory)", "memory.max")
            // A kernel without swap has no such file.
            _ = write("0", "\(path)/memory.swap.max")
        }
        // The kernel counts threads. The host counts processes, and says so when there are too many.
        if controllers.contains(.pids) { try set("\(processes * 2)", "pids.max") }
        guard controllers.contains(.cpu) else { return }
        // One processor.
        try set("100000 100000", "cpu.max")
        // As much of a busy processor as today-launch's priority gives, beside the host's group with 100.
        try set("33", "cpu.weight")
    }

    /// Reads whether the kernel ended what ran in the group of a process.
    ///
    /// - Parameters:
    ///   - identity: Whose process it was.
    ///   - budget: What it was allowed.
    /// - Returns: Why it did; `nil` if it did not.
    func excess(of identity: ProcessIdentity, _ budget: ProcessBudget) -> EndReason? {
        guard count("oom_kill", in: "memory.events") > 0 else { return nil }
        // What was refused was at least a page more than the limit.
        let page = Int(getpagesize())
        if count("oom", in: "memory.events") > 0 {
            let limit = budget.memory(of: identity)
            return .memory(used: limit + page, limit: limit)
        }
        // An excess of the app is counted in the app's group. Without one, the whole machine had no memory left.
        guard count("oom", in: "../memory.events.local") > 0 else { return nil }
        return .appMemory(used: budget.appMemory + page, limit: budget.appMemory)
    }

    /// How often something happened in the group, by a file with a line for each event.
    private func count(_ event: String, in file: String) -> Int {
        let lines = Self.text(of: "\(path)/\(file)").split(separator: "\n")
        return lines.first { $0.hasPrefix("\(event) ") }.flatMap { Int($0.dropFirst(event.count + 1)) } ?? 0
    }

    /// Kills what is left in the group of a process, and removes the group.
    ///
    /// - Parameter attempts: How often to try, 20 ms apart: the kernel ends processes in its own time.
    func remove(attempts: Int = 50) async {
        _ = write("1", "\(path)/cgroup.kill")
        for _ in 0..<attempts {
            if rmdir(path) == 0 || errno == ENOENT { return }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// How the limits of apps and widgets are enforced.
package struct LimitEnforcement: Codable, Hashable, Sendable {
    /// What control groups limit; empty if there are none.
    package var controllers: [ControlGroup.Controller]
    /// Why there are none, in a phrase.
    package var reason: String?

    /// Describes an enforcement.
    package init(controllers: [ControlGroup.Controller] = [], reason: String? = nil) {
        self.controllers = controllers
        self.reason = reason
    }

    /// What applies, in one sentence for people.
    package var enforcementSentence: String {
        let names = controllers.map(\.rawValue).joined(separator: ", ")
        if !names.isEmpty { return "The kernel limits apps and widgets with control groups: \(names)." }
        let reason = reason ?? ControlGroup.Failure.withoutSandbox.reason
        return "Today measures what apps and widgets use, without control groups: \(reason)."
    }
}
