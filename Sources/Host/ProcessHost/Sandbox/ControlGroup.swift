import Glibc
package import HostModel
package import TodayProtocol

/// A control group, version 2 (cgroups(7)), that belongs to this host.
///
/// The kernel enforces the limits of a group on everything that runs in it. The host's group has a child for each app,
/// which has a child for each process of the app. The file system holds all state, so the same code works on any folder
/// in tests.
package struct ControlGroup: Sendable {
    package typealias Controller = LimitEnforcement.Controller

    package struct Failure: Error, Hashable, Sendable {
        package var reason: LocalizableText

        package static let withoutSandbox = Failure(reason: .noSandboxPhrase)
    }

    /// Writes a text to a file of the kernel and returns `errno`, or 0.
    package typealias Write = @Sendable (_ text: String, _ path: String) -> Int32

    /// The folder of the group.
    package let path: String
    /// The resources that are limited in it.
    package let controllers: [Controller]
    var write: Write = Self.writeFile

    /// Writes with one system call, as the kernel requires.
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

    /// Prepares the group in which this host runs its processes.
    ///
    /// That is the group in which the host was started, if the host is alone there and may change it, as in a systemd
    /// service with a delegated group (systemd.resource-control(5)). Otherwise, root creates one at the top of the
    /// hierarchy.
    ///
    /// - Returns: The group, which belongs to this process until ``sweep()``.
    /// - Throws: ``Failure``; then nothing was changed.
    package static func delegated(
        process: String = "/proc/self",
        pid: Int32 = getpid(),
        isRoot: Bool = geteuid() == 0,
        write: @escaping Write = Self.writeFile
    ) throws(Failure) -> ControlGroup {
        guard let (mount, own) = place(of: process) else { throw Failure(reason: .noControlGroupsPhrase) }
        let isAlone = lines(of: "\(own)/cgroup.procs") == ["\(pid)"]
        guard isRoot || (isAlone && access(own, W_OK) == 0) else {
            throw Failure(reason: .noOwnControlGroupPhrase)
        }
        let parent = isAlone ? own : mount
        let available = lines(of: "\(parent)/cgroup.controllers").flatMap { $0.split(separator: " ") }
        let controllers = Controller.allCases.filter { available.contains(Substring($0.rawValue)) }
        guard controllers.contains(.memory) else { throw Failure(reason: .memoryNotLimitedPhrase) }
        let top = ControlGroup(path: parent, controllers: controllers, write: write)
        guard isAlone else {
            for name in top.children where name.hasPrefix("today-") {
                // The group of a running host stays.
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

    /// Returns the mount point of the control group file system, and the path of a process's group in it.
    private static func place(of process: String) -> (mount: String, own: String)? {
        for line in lines(of: "\(process)/mountinfo") {
            // ID, parent, device, folder in the file system, mount point, options, and after a dash the type (proc(5)).
            let words = line.split(separator: " ")
            guard words.count > 5, let dash = words.firstIndex(of: "-"), words.count > dash + 1,
                words[dash + 1] == "cgroup2"
            else { continue }
            let own = lines(of: "\(process)/cgroup").first { $0.hasPrefix("0::/") }?.dropFirst(3)
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

    private static func lines(of path: String) -> [String] {
        SmallFile.lines(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private var children: [String] {
        ((try? FileTree.names(in: path)) ?? []).filter { BundleFolder.isFolder("\(path)/\($0)") }
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

    /// Enables limits for the child groups.
    private func distribute() throws(Failure) {
        if controllers.isEmpty { return }
        try set(controllers.map { "+\($0.rawValue)" }.joined(separator: " "), "cgroup.subtree_control")
    }

    private static func failure(_ error: Int32) -> Failure {
        Failure(reason: .controlGroupsUnchangeablePhrase(String(cString: strerror(error))))
    }

    /// Removes the child groups, and then this one unless the host is in it; groups that still have processes stay.
    package func sweep() {
        for name in children where name != Self.hostFolder { child(name).sweep() }
        rmdir(path)
    }
}

// MARK: - The group of a process

extension ControlGroup {
    /// Creates a group for one process of an app, in which nothing runs yet.
    ///
    /// - Throws: ``Failure`` if it cannot be created, or one of its limits cannot be set.
    func group(of identity: ProcessIdentity, _ budget: ProcessBudget) throws(Failure) -> ControlGroup {
        let app = child("app-\(identity.app)")
        try app.make()
        try app.limit(memory: budget.appMemory, processes: budget.appProcesses)
        try app.distribute()
        let process = app.child("process-\(FileTree.uniqueName())")
        try process.make()
        do {
            try process.limit(memory: budget.memory(of: identity), processes: budget.processes)
            // A process that lost only one of its children would be in a state that its author did not anticipate.
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
        // The kernel counts threads, but the host counts processes, and reports when there are too many.
        if controllers.contains(.pids) { try set("\(processes * 2)", "pids.max") }
        guard controllers.contains(.cpu) else { return }
        // One CPU.
        try set("100000 100000", "cpu.max")
        // The share of a busy CPU that today-launch's priority gives, while the host's group has a weight of 100.
        try set("33", "cpu.weight")
    }

    /// Reads the reason for which the kernel ended the processes in the group of a process; `nil` if it ended none.
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

    /// Returns the count of an event in the group, from a file with a line for each event.
    private func count(_ event: String, in file: String) -> Int {
        let line = Self.lines(of: "\(path)/\(file)").first { $0.hasPrefix("\(event) ") }
        return line.flatMap { Int($0.dropFirst(event.count + 1)) } ?? 0
    }

    /// Kills the remaining processes in the group of a process, and removes the group.
    ///
    /// The attempts are 20 ms apart, since the kernel ends processes asynchronously.
    func remove(attempts: Int = 50) async {
        _ = write("1", "\(path)/cgroup.kill")
        for _ in 0..<attempts {
            if rmdir(path) == 0 || errno == ENOENT { return }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
