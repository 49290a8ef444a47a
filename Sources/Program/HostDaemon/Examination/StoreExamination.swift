import Foundation
import Glibc
import Host
import HostStorage
import SQLiteSupport
import SessionBus
import WebPush

/// Examines the durable store of a state folder: its audit log, its keys and its copies.
package struct StoreExamination {
    package static let name = "promises.sqlite"

    private let folder: String
    private let environment: [String: String]

    package init(folder: String, environment: [String: String]) {
        self.folder = folder
        self.environment = environment
    }

    /// Returns what is wrong with a database as a sentence; `nil` if it is intact.
    package static func problem(at path: String) -> String? { DatabaseCheck.problem(at: path) }

    /// `true` if the folder contains apps, which a new database would not know.
    package var hasApps: Bool { HostStore.traceOfApps(in: folder) != nil }

    /// The way to replace a database that is lost or damaged, as a sentence.
    package var remedy: String {
        let copy = newestIntactCopy.map { ", or the copy of \($0.date): today restore --daily-copy" } ?? ""
        return "Put a backup in its place with: today restore FILE\(copy)"
    }

    /// Examines the store; if the database is missing or damaged, only the copies are examined.
    package func findings() async -> [Finding] {
        let path = "\(folder)/\(Self.name)"
        guard FileManager.default.fileExists(atPath: path), DatabaseCheck.problem(at: path) == nil,
            let contents = StoreContents(at: path)
        else { return [copies].compactMap(\.self) }
        return [auditLog(contents), await keychain(contents), pushKey(contents), copies].compactMap(\.self)
    }

    private var newestIntactCopy: DailyCopies.Copy? {
        DailyCopies(folder: folder).all.first { DatabaseCheck.problem(at: $0.path) == nil }
    }

    private func auditLog(_ contents: StoreContents) -> Finding {
        guard let number = contents.firstBrokenAuditEntry else {
            return .good("Audit log", "Each entry follows from the one before it.")
        }
        return .problem("Audit log", "The log was changed: entry \(number) does not follow from the one before it.")
            .remedied(by: "See what was recorded since with “today audit”. Somebody could write to \(folder).")
    }

    private func keychain(_ contents: StoreContents) async -> Finding? {
        let subject = "Keychain"
        let keys = KeychainKeyStore(stateFolder: folder, sessionBus: SessionBusAddress(environment: environment))
        let path = "\(folder)/\(KeychainKeyStore.fileName)"
        do throws(KeychainKeyError) {
            guard try await keys.read() != nil else {
                guard contents.secrets > 0 else { return nil }
                return .problem(subject, "\(path) is missing, so no secret can be read.")
                    .remedied(by: "Restore a backup with “today restore FILE”, or enter the secrets again in the apps.")
            }
            guard case .file = try keys.place else {
                return .good(subject, "Its key is in the keyring of the desktop.")
            }
        } catch {
            return .problem(subject, error.message).remedied(by: error.remedy)
        }
        return exposure(of: path, subject) ?? .good(subject, "Its key is in a file that is yours alone.")
    }

    private func pushKey(_ contents: StoreContents) -> Finding? {
        let subject = "Push key"
        let path = "\(folder)/\(VAPIDKeyFile.name)"
        let replacement = "switch notifications on again on each device"
        guard let file = try? FileManager.default.attributesOfItem(atPath: path) else {
            guard contents.pushSubscriptions > 0 else { return nil }
            return .problem(
                subject,
                "\(path) is missing, so no browser gets notifications while Today is closed there."
            ).remedied(by: "Restore a backup with “today restore FILE”, or \(replacement).")
        }
        guard file[.type] as? FileAttributeType == .typeRegular, file[.size] as? Int == 32,
            let bytes = FileManager.default.contents(atPath: path),
            (try? VAPIDKey(rawRepresentation: Array(bytes))) != nil
        else {
            return .problem(subject, "\(path) is not a key, or cannot be read.")
                .remedied(by: "Restore a backup with “today restore FILE”, or remove it and \(replacement).")
        }
        return exposure(of: path, subject) ?? .good(subject, "Its key is yours alone.")
    }

    /// Returns a finding if a file with a key has the wrong owner or mode.
    private func exposure(of path: String, _ subject: String) -> Finding? {
        let file = try? FileManager.default.attributesOfItem(atPath: path)
        let (mode, owner) = (file?[.posixPermissions] as? Int, file?[.ownerAccountID] as? Int)
        if let mode, mode & 0o077 == 0, owner == Int(geteuid()) { return nil }
        return .warning(subject, "Other users can read \(path), or it is not yours.")
            .remedied(by: "Run: chmod 600 \(path)")
    }

    private var copies: Finding? {
        let copies = DailyCopies(folder: folder).all
        guard let newest = copies.first else { return nil }
        guard let intact = newestIntactCopy, intact == newest else {
            return .warning("Copies", "The copy of the database from \(newest.date) is damaged.")
                .remedied(by: "Remove \(newest.path), and make a backup with: today backup FILE")
        }
        return .good("Copies", "The newest copy of the database is from \(newest.date).")
    }
}
