import CloudStorage
import Foundation
import Glibc
import HostModel
import HostStorage
import ProcessHost
import SessionBus

/// Examines a state folder without changing it.
struct StateFolderExamination {
    /// The smallest sensible free space on its disk, in bytes; with less, Today soon cannot store anything.
    private static let leastRoom = 64 * 1024 * 1024

    var folder: String
    /// The session bus, on which the keyring may be; `nil` if there is none.
    var sessionBus: SessionBusAddress?
    var zone: String

    /// The findings, in the order in which a person should read them.
    func findings() async -> [Finding] {
        var status = stat()
        guard stat(folder, &status) == 0 else {
            return [Finding("State folder", .good, "\(folder) will be created at the first start.")]
        }
        return [access(status), room] + ["promises.sqlite", "caches.sqlite", "cloud/cloud.sqlite"].compactMap(database)
            + refusedAccounts + (await StoreExamination(folder: folder, sessionBus: sessionBus).findings())
    }

    private func access(_ status: stat) -> Finding {
        guard status.st_mode & S_IFMT == S_IFDIR else {
            let remedy = "Choose another with --state."
            return Finding("State folder", .problem, "\(folder) is not a folder.", remedy: remedy)
        }
        guard status.st_uid == geteuid() else {
            return Finding(
                "State folder",
                .problem,
                "\(folder) belongs to user \(status.st_uid), and you are user \(geteuid()).",
                remedy: "Run Today as that user, or choose another folder with --state."
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            return Finding(
                "State folder",
                .warning,
                "Other users can enter \(folder).",
                remedy: "Start Today, which restricts it, or run: chmod 700 \(folder)"
            )
        }
        return Finding("State folder", .good, "\(folder) is yours alone.")
    }

    private var room: Finding {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return Finding("Disk", .warning, "Its free space is unknown.") }
        let bytes = Int(status.f_bavail) * Int(status.f_frsize)
        if bytes < Self.leastRoom || (status.f_files > 0 && status.f_favail < 1000) {
            return Finding(
                "Disk",
                .problem,
                "Only \(Dates.memory(bytes)) and \(status.f_favail) files are free on the disk of \(folder).",
                remedy: "Free some space: what Today acknowledges must reach the disk."
            )
        }
        return Finding("Disk", .good, "\(Dates.memory(bytes)) are free.")
    }

    /// Findings about accounts for phones and open channels that their services refuse.
    private var refusedAccounts: [Finding] {
        let accounts = CloudStore.outboxAccounts(at: "\(folder)/cloud/cloud.sqlite") ?? []
        return accounts.filter { $0.failure != nil }.map { account in
            let isAPNs = account.key.type == APNsAccount.channelType
            let command = isAPNs ? "apns set" : "webhook set"
            return Finding(
                isAPNs ? "APNs" : "Webhook",
                .warning,
                "Pushes of \(account.appName) to \(account.key.type) wait: \(account.state(Dates(zone: zone))).",
                remedy: account.isExpired
                    ? "Set the clock of this machine." : "Correct it with: today cloud \(command) \(account.appName)"
            )
        }
    }

    private func database(_ name: String) -> Finding? {
        let path = "\(folder)/\(name)"
        let store = StoreExamination(folder: folder)
        guard FileManager.default.fileExists(atPath: path) else {
            guard name == StoreExamination.name, store.hasApps else { return nil }
            return Finding("Database", .problem, "\(name) is missing, but apps are installed.", remedy: store.remedy)
        }
        switch DatabaseCheck.problem(at: path) {
        case nil: return Finding("Database", .good, "\(name) is intact.")
        case let problem?:
            let isCache = name == "caches.sqlite"
            let restore =
                name == StoreExamination.name ? store.remedy : "Put a backup in its place with: today restore FILE"
            return Finding(
                "Database",
                isCache ? .warning : .problem,
                "\(name) is damaged: \(problem)",
                remedy: isCache
                    ? "Nothing to do: it holds only copies, and Today creates it again at the next start."
                    : restore
            )
        }
    }
}

/// Examines the programs and features of the machine that Today needs.
struct MachineExamination {
    var environment: [String: String]

    func findings() async -> [Finding] { [await sandbox(), certificates, timeZones, desktop] }

    private func sandbox() async -> Finding {
        let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
        switch await SandboxProbe(command).run() {
        case .success(let features) where features.limitsProcesses && features.disablesUserNamespaces:
            let files = features.rulesFiles ? "Landlock is" : "Without Landlock, there is not"
            return Finding("Sandbox", .good, "Apps and widgets run in a sandbox. \(files) a second layer for files.")
        case .success:
            return Finding(
                "Sandbox",
                .warning,
                "Apps and widgets run in a sandbox, but this kernel or bubblewrap lacks some of its limits.",
                remedy: "Update bubblewrap to 0.8 and Linux to 5.14, or newer."
            )
        case .failure(let failure):
            return Finding(
                "Sandbox",
                .problem,
                "There is no sandbox: \(failure.reason.english).",
                remedy: "Install bubblewrap and util-linux, and allow users to create user namespaces."
            )
        }
    }

    private var certificates: Finding {
        guard FileManager.default.fileExists(atPath: "/etc/ssl/certs/ca-certificates.crt") else {
            return Finding(
                "Certificates",
                .problem,
                "There are no certificates, so nothing can be fetched with https.",
                remedy: "Install ca-certificates."
            )
        }
        return Finding("Certificates", .good, "Servers can be verified.")
    }

    private var timeZones: Finding {
        guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin") else {
            return Finding(
                "Time zones",
                .problem,
                "There is no time zone database, so reminders can appear at the wrong hour.",
                remedy: "Install tzdata."
            )
        }
        return Finding("Time zones", .good, "The time zone is \(TimeZone.current.identifier).")
    }

    private var desktop: Finding {
        guard environment["DBUS_SESSION_BUS_ADDRESS", default: ""].isEmpty,
            !FileManager.default.fileExists(atPath: "\(environment["XDG_RUNTIME_DIR", default: "/nonexistent"])/bus")
        else {
            return Finding("Desktop", .good, "A host that starts in this session shows notifications on the desktop.")
        }
        return Finding(
            "Desktop",
            .good,
            """
            There is no session bus here: a host that starts in this session shows notifications on pages and in the \
            terminal.
            """
        )
    }
}
