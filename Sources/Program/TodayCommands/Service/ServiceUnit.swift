import Foundation

/// The unit of the systemd user service (systemd.service(5)), in the account's folder of user units.
struct ServiceUnit {
    static let name = "today.service"
    /// The first line, which marks a unit that this program has written.
    private static let mark = "# Written by “today service install”, and replaced by it."

    let path: String

    init(_ context: CommandContext) throws(CommandError) {
        guard let folder = context.folder("XDG_CONFIG_HOME", inHome: ".config") else {
            throw CommandError("There is no home folder: set HOME or XDG_CONFIG_HOME.")
        }
        path = "\(folder)/systemd/user/\(Self.name)"
    }

    var isWritten: Bool { FileManager.default.fileExists(atPath: path) }

    /// The reason why the unit must not be replaced or removed, as a sentence; `nil` if it may be.
    var reasonNotToReplace: String? {
        guard isWritten else { return nil }
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        guard text?.hasPrefix(Self.mark) != true else { return nil }
        return "\(path) was written by somebody else; move it away first."
    }

    func write(options: [String], folder: String) throws(CommandError) {
        // The service runs the same program as this process.
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw CommandError("The path of this program cannot be found, since /proc is not mounted.")
        }
        let text = Self.text(program: program, options: options, folder: folder)
        do {
            let url = URL(filePath: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw CommandError("\(path) cannot be written: \(error.localizedDescription)", cause: error)
        }
    }

    func remove() throws(CommandError) {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            throw CommandError("\(path) cannot be removed: \(error.localizedDescription)", cause: error)
        }
    }

    private static func text(program: String, options: [String], folder: String) -> String {
        let command = ([program, "run"] + options).map(quoted).joined(separator: " ")
        // Delegate= gives Today a control group in which it limits apps and widgets. Restrictions that take away
        // namespaces, such as PrivateUsers= and RestrictNamespaces=, would prevent bubblewrap from creating the
        // sandboxes of apps and widgets.
        return """
            \(mark)
            [Unit]
            Description=Today
            Documentation=man:today(1)

            [Service]
            ExecStart=\(command)
            WorkingDirectory=\(folder.replacing("%", with: "%%"))
            Restart=on-failure
            TimeoutStopSec=10
            Delegate=memory pids cpu
            NoNewPrivileges=yes
            LockPersonality=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            SystemCallArchitectures=native
            UMask=0077

            [Install]
            WantedBy=default.target

            """
    }

    /// Quotes a word of a command line, escaping `%` and `$`, which have a special meaning.
    private static func quoted(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            .replacing("%", with: "%%").replacing("$", with: "$$")
        return "\"\(escaped)\""
    }
}

/// The service manager of the person's session, accessed through `systemctl --user`.
struct ServiceManager {
    private let environment: [String: String]

    init(_ context: CommandContext) { environment = context.environment }

    /// Runs a command of `systemctl`, whose message an error has.
    func run(_ arguments: [String]) throws(CommandError) {
        let (status, text) = try output(of: arguments)
        guard status == 0 else { throw CommandError(text.isEmpty ? "systemctl failed with status \(status)." : text) }
    }

    /// Returns the state of a unit, such as `active` or `failed`.
    func state(of unit: String) throws(CommandError) -> String {
        let (_, text) = try output(of: ["is-active", unit])
        guard let word = text.split(separator: "\n").first, !word.contains(" ") else {
            throw CommandError("The service manager of your session does not answer: \(text)")
        }
        return String(word)
    }

    private func output(of arguments: [String]) throws(CommandError) -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["systemctl", "--user"] + arguments
        process.environment = environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        do {
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus != 127 else {
                throw CommandError(
                    "There is no systemctl: run “today run” under the service manager that this machine has."
                )
            }
            return (
                process.terminationStatus,
                String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            )
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("systemctl cannot be run: \(error.localizedDescription)", cause: error)
        }
    }
}
