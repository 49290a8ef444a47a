import Foundation
import Glibc
import HostStorage
import TodayPush
import WebPush

/// Examines what belongs to the durable store of a state folder: its audit log, its keys, and its copies.
struct StoreExamination {
    /// The name of the store's database.
    static let name = "promises.sqlite"

    var folder: String

    /// Whether there are apps in the folder, which a new database would not know.
    var hasApps: Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps")
        return names?.contains { !$0.hasPrefix(".") } ?? false
    }

    /// How a database that is lost or damaged is replaced.
    var remedy: String {
        let copy = newestIntactCopy.map { ", or the copy of \($0.date): today restore --daily-copy" } ?? ""
        return "Put a backup in its place with: today restore FILE\(copy)"
    }

    /// The findings.
    ///
    /// Of a database that is missing or damaged only the copies are examined.
    var findings: [Finding] {
        let path = "\(folder)/\(Self.name)"
        guard FileManager.default.fileExists(atPath: path), DatabaseCheck.problem(at: path) == nil,
            let contents = StoreContents(at: path)
        else { return [copies].compactMap(\.self) }
        return [auditLog(contents), keychain(contents), pushKey(contents), copies].compactMap(\.self)
    }

    private var newestIntactCopy: DailyCopies.Copy? {
        DailyCopies(folder: folder).all.first { DatabaseCheck.problem(at: $0.path) == nil }
    }

    private func auditLog(_ contents: StoreContents) -> Finding {
        guard let number = contents.firstBrokenAuditEntry else {
            return Finding("Audit log", .good, "Each entry follows from the one before it.")
        }
        return Finding(
            "Audit log",
            .problem,
            "The log was changed: entry \(number) does not follow from the one before it.",
            remedy: "See what was recorded since with “today audit”. Somebody could write to \(folder)."
        )
    }

    private func keychain(_ contents: StoreContents) -> Finding? {
        finding(
            of: KeyFile(
                subject: "Keychain",
                name: "keychain.key",
                isNeeded: contents.secrets > 0,
                loss: "no secret can be read",
                replacement: "enter the secrets again in the apps"
            )
        ) { _ in true }
    }

    private func pushKey(_ contents: StoreContents) -> Finding? {
        finding(
            of: KeyFile(
                subject: "Push key",
                name: VAPIDKeyFile.name,
                isNeeded: contents.pushSubscriptions > 0,
                loss: "no browser gets notifications while Today is closed there",
                replacement: "switch notifications on again on each device"
            )
        ) { (try? VAPIDKey(rawRepresentation: $0)) != nil }
    }

    /// The file of a key, and what people are told if it is lost.
    private struct KeyFile {
        var subject: String
        var name: String
        /// Whether there is something that only this key opens.
        var isNeeded: Bool
        var loss: String
        var replacement: String
    }

    private func finding(of file: KeyFile, isKey: ([UInt8]) -> Bool) -> Finding? {
        let path = "\(folder)/\(file.name)"
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard file.isNeeded else { return nil }
            return Finding(
                file.subject,
                .problem,
                "\(path) is missing, so \(file.loss).",
                remedy: "Restore a backup with “today restore FILE”, or \(file.replacement)."
            )
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size == 32 else { return damaged(file, path) }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            return Finding(
                file.subject,
                .warning,
                "Other users can read \(path), or it is not yours.",
                remedy: "Run: chmod 600 \(path)"
            )
        }
        guard let bytes = FileManager.default.contents(atPath: path), isKey(Array(bytes)) else {
            return damaged(file, path)
        }
        return Finding(file.subject, .good, "Its key is yours alone.")
    }

    private func damaged(_ file: KeyFile, _ path: String) -> Finding {
        Finding(
            file.subject,
            .problem,
            "\(path) is not a key, or cannot be read.",
            remedy: "Restore a backup with “today restore FILE”, or remove it and \(file.replacement)."
        )
    }

    private var copies: Finding? {
        let copies = DailyCopies(folder: folder).all
        guard let newest = copies.first else { return nil }
        guard let intact = newestIntactCopy, intact == newest else {
            return Finding(
                "Copies",
                .warning,
                "The copy of the database from \(newest.date) is damaged.",
                remedy: "Remove \(newest.path), and make a backup with: today backup FILE"
            )
        }
        return Finding("Copies", .good, "The newest copy of the database is from \(newest.date).")
    }
}
