import Foundation
package import Host
package import HostModel
import JSON
package import TodayProtocol
import TodayScreen
import WebPush

/// The confinement of processes, as a setting.
package typealias SandboxSetting = HostConfiguration.Sandbox

/// The settings in `config.json`; Documentation/Configuration.md describes each key.
package struct UserConfiguration: Hashable, Sendable {
    /// The port of the web surface; 0 for one that is chosen and stored at the first start.
    package var port = 0
    package var sandbox = SandboxSetting.auto
    package var language: String?
    package var trusted: Set<AppID> = []

    package var wakesForActions = true
    package var actionWaitHours = 24
    package var unseenUpdateLimit = UnseenUpdateBudget.defaultLimit
    package var keychainKey = KeychainKeyOption.auto
    /// The address by which push services reach the person who runs this Today; `nil` for that of its pages.
    package var pushContact: String?
}

extension UserConfiguration {
    /// The largest size of the file in bytes.
    private static let sizeLimit = 65_536
    /// The valid values of `action-wait-hours`, up to thirty days.
    private static let actionWaits = 1...720
    package static let unseenUpdateLimits = 0...UnseenUpdateBudget.largestLimit

    /// Reads a file; a missing file sets nothing.
    ///
    /// - Throws: ``HostError`` that names the file, the key and the remedy.
    package init(contentsOf path: String) throws(HostError) {
        self.init()
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw HostError(.invalid, "\(path) cannot be read; fix its permissions or remove it.")
        }
        guard data.count <= Self.sizeLimit else {
            throw HostError(
                .invalid,
                "\(path) is larger than \(Self.sizeLimit) bytes, so it cannot be a configuration."
            )
        }
        try self.init(json: Array(data), path: path)
    }

    init(json: [UInt8], path: String) throws(HostError) {
        self.init()
        let values: JSONValue
        do { values = try JSONValue(parsing: json, depthLimit: 8) } catch {
            throw HostError(.invalid, "\(path) is \(error.description).", cause: error)
        }
        guard let members = values.objectValue else {
            throw HostError(.invalid, "\(path) does not contain an object; write {\"port\": 8080}, for example.")
        }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let mistake = set(key, value) else { continue }
            throw HostError(.invalid, "\(path): \(mistake)")
        }
    }

    /// Sets one key; returns the mistake in the value, or `nil` if it is valid.
    private mutating func set(_ key: String, _ value: JSONValue) -> String? {
        switch key {
        case "port":
            guard let port = value.integerValue, (0...65_535).contains(port) else {
                return "\"port\" is an integer from 0 to 65535; 0 lets Today choose one and keep it."
            }
            self.port = port
        case "sandbox":
            guard let sandbox = value.stringValue.flatMap(SandboxSetting.init(rawValue:)) else {
                return "\"sandbox\" is \"auto\", \"required\" or \"off\"."
            }
            self.sandbox = sandbox
        case "language":
            guard let language = value.stringValue, LanguageTag.isValid(language) else {
                return "\"language\" is a language tag such as \"en-US\" or \"de\"."
            }
            self.language = language
        case "trusted":
            guard let names = value.arrayValue?.compactMap(\.stringValue), names.count == value.arrayValue?.count else {
                return "\"trusted\" is a list of bundle identifiers, such as [\"org.today.Weather\"]."
            }
            trusted = Set(names.map { AppID($0) })
        case "wake-for-actions":
            guard let wakes = value.boolValue else { return "\"wake-for-actions\" is true or false." }
            wakesForActions = wakes
        case "action-wait-hours":
            guard let hours = value.integerValue, Self.actionWaits.contains(hours) else {
                return "\"action-wait-hours\" is an integer from \(Self.actionWaits.lowerBound) to "
                    + "\(Self.actionWaits.upperBound)."
            }
            actionWaitHours = hours
        case "unseen-updates":
            guard let limit = value.integerValue, Self.unseenUpdateLimits.contains(limit) else {
                return "\"unseen-updates\" is an integer from 0 to \(Self.unseenUpdateLimits.upperBound)."
            }
            unseenUpdateLimit = limit
        case "keychain-key":
            guard let option = value.stringValue.flatMap(KeychainKeyOption.init(rawValue:)) else {
                return "\"keychain-key\" is \"auto\", \"file\" or \"secret-service\"."
            }
            keychainKey = option
        case "push-contact":
            guard let contact = value.stringValue, VAPIDKey.isSubject(contact) else {
                return "\"push-contact\" is an address like \"mailto:ada@example.org\" or \"https://example.org\"."
            }
            pushContact = contact
        default:
            return "There is no key \"\(key)\"; the keys are \"action-wait-hours\", \"keychain-key\", \"language\", "
                + "\"port\", \"push-contact\", \"sandbox\", \"trusted\", \"unseen-updates\" and \"wake-for-actions\"."
        }
        return nil
    }
}

/// The storage of the key of the keychain, as an argument and as a setting.
package enum KeychainKeyOption: String, CaseIterable, Sendable {
    /// The session's Secret Service, if there is one; but a file if Today also runs while nobody is logged in, since
    /// the Secret Service is locked then.
    case auto
    case file
    /// The session's Secret Service, as soon as there is one.
    case secretService = "secret-service"

    /// Returns `true` if the key belongs in the Secret Service; `lingers` if services of this account also run while
    /// nobody is logged in.
    func usesSecretService(lingers: Bool) -> Bool {
        switch self {
        case .auto: !lingers
        case .file: false
        case .secretService: true
        }
    }

    /// Returns `true` if services of this account also run while nobody is logged in (`loginctl enable-linger`):
    /// systemd keeps a file for each such account, named after it.
    static func lingers(folder: String = "/var/lib/systemd/linger") -> Bool {
        guard let name = getpwuid(geteuid())?.pointee.pw_name.map({ String(cString: $0) }) else { return false }
        return FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    }
}

package enum LanguageTag {
    /// Returns `true` for a BCP 47 tag: parts of letters and digits joined by hyphens, the first of letters only.
    package static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 35, let first = parts.first, (1...8).contains(first.count),
            first.allSatisfy(\.isLetter)
        else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
