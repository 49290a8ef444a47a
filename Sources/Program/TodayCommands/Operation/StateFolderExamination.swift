import CloudStorage
import Foundation
import Glibc
import HostDaemon

/// Examines a state folder without changing it.
struct StateFolderExamination {
    /// The smallest sensible free space on its disk, in bytes; with less, Today soon cannot store anything.
    private static let leastRoom = 64 * 1024 * 1024

    var folder: String
    var environment: [String: String]
    var zone: String

    func findings() async -> [Finding] {
        var status = stat()
        guard stat(folder, &status) == 0 else {
            return [.good("State folder", "\(folder) will be created at the first start.")]
        }
        return [access(status), room] + ["promises.sqlite", "caches.sqlite", "cloud/cloud.sqlite"].compactMap(database)
            + refusedAccounts + (await StoreExamination(folder: folder, environment: environment).findings())
    }

    private func access(_ status: stat) -> Finding {
        guard status.st_mode & S_IFMT == S_IFDIR else {
            let remedy = "Choose another with --state."
            return .problem("State folder", "\(folder) is not a folder.").remedied(by: remedy)
        }
        guard status.st_uid == geteuid() else {
            return .problem(
                "State folder",
                "\(folder) belongs to user \(status.st_uid), and you are user \(geteuid())."
            ).remedied(by: "Run Today as that user, or choose another folder with --state.")
        }
        guard status.st_mode & 0o077 == 0 else {
            return .warning("State folder", "Other users can enter \(folder).")
                .remedied(by: "Start Today, which restricts it, or run: chmod 700 \(folder)")
        }
        return .good("State folder", "\(folder) is yours alone.")
    }

    private var room: Finding {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return .warning("Disk", "Its free space is unknown.") }
        let bytes = Int(status.f_bavail) * Int(status.f_frsize)
        if bytes < Self.leastRoom || (status.f_files > 0 && status.f_favail < 1000) {
            return .problem(
                "Disk",
                "Only \(Dates.memory(bytes)) and \(status.f_favail) files are free on the disk of \(folder)."
            ).remedied(by: "Free some space: what Today acknowledges must reach the disk.")
        }
        return .good("Disk", "\(Dates.memory(bytes)) are free.")
    }

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
        let store = StoreExamination(folder: folder, environment: environment)
        guard FileManager.default.fileExists(atPath: path) else {
            guard name == StoreExamination.name, store.hasApps else { return nil }
            return .problem("Database", "\(name) is missing, but apps are installed.").remedied(by: store.remedy)
        }
        switch StoreExamination.problem(at: path) {
        case nil: return .good("Database", "\(name) is intact.")
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
