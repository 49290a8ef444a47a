import TodayProtocol

/// A key of a bundle that stands for a feature that Today does not have.
package struct UnsupportedKey: Codable, Hashable, Sendable {
    /// The file, relative to the bundle, such as `PlugIns/Weather.appex/Info.plist`.
    package var file: String
    /// The key, or an element of its array, such as `UIBackgroundModes location`.
    package var key: String

    package init(file: String, key: String) {
        self.file = file
        self.key = key
    }
}

extension AppManifest {
    /// Maximum number of keys that ``unsupportedSentences`` names.
    package static let namedKeysLimit = 20

    /// The sentences about extensions that do not run and keys that have no effect, which are the same on every
    /// surface.
    package var unsupportedSentences: [String] {
        var sentences = unsupportedExtensions.map { "Will not run: \($0)." }
        if !unsupportedKeys.isEmpty {
            let named = unsupportedKeys.prefix(Self.namedKeysLimit).map { "\($0.key) (\($0.file))" }
            let rest = unsupportedKeys.count - named.count
            let list = named.joined(separator: ", ")
            sentences.append(
                rest > 0
                    ? "Not supported by this version of Today, and without effect: \(list), and \(rest) more."
                    : "Not supported by this version of Today, and without effect: \(list)."
            )
        }
        return sentences
    }
}

/// The keys of property lists that stand for features that Today does not have.
enum UnsupportedKeyList {
    /// The entitlements that the host checks.
    private static let checkedEntitlements: Set<String> = [
        "com.apple.security.application-groups", "com.apple.security.network.client",
        "com.apple.developer.icloud-container-identifiers", "aps-environment",
        "com.apple.security.personal-information.location", "org.today.system-status",
        "org.today.remote-images", "keychain-access-groups",
    ]
    /// Entitlements that only identify an app's signer, or that every app for Today has.
    private static let identityEntitlements: Set<String> = [
        "application-identifier", "com.apple.application-identifier", "com.apple.developer.team-identifier",
        "get-task-allow", "com.apple.security.get-task-allow", "beta-reports-active", "com.apple.security.app-sandbox",
    ]
    /// The background modes that the host knows.
    static let backgroundModes: Set<String> = ["fetch", "remote-notification"]
    /// Keys of Info.plist that ask for something of the system.
    ///
    /// Keys that only describe appearance are not included.
    private static let featureKeys: Set<String> = [
        "BGTaskSchedulerPermittedIdentifiers", "CFBundleDocumentTypes", "INIntentsSupported",
        "LSSupportsOpeningDocumentsInPlace",
        "NSBonjourServices", "NSPrincipalClass", "NSServices", "NSSupportsLiveActivities",
        "NSUserActivityTypes", "UIApplicationShortcutItems", "UIFileSharingEnabled",
        "UISupportedExternalAccessoryProtocols", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    ]

    /// Returns `true` if an entitlement requests something that Today does not have.
    static func hasEntitlement(_ key: String, _ value: PropertyValue) -> Bool {
        !checkedEntitlements.contains(key) && !identityEntitlements.contains(key) && asksForSomething(value)
    }

    /// Returns `true` if a key of Info.plist requests something that Today does not have.
    static func hasInfoKey(_ key: String, _ value: PropertyValue) -> Bool {
        (featureKeys.contains(key) || key.hasPrefix("NS") && key.hasSuffix("UsageDescription"))
            && asksForSomething(value)
    }

    /// Returns `true` unless a value is `false`, or an empty text, array or dictionary.
    private static func asksForSomething(_ value: PropertyValue) -> Bool {
        switch value {
        case .bool(let isOn): isOn
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .dictionary(let members): !members.isEmpty
        case .integer, .real, .date, .data: true
        }
    }
}

extension PropertyListTable {
    /// Records the keys of an Entitlements.plist that have no effect.
    func noteUnsupportedEntitlements(_ problems: inout BundleProblems) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where UnsupportedKeyList.hasEntitlement(key, value) {
            problems.noteUnsupported(file: file, key: key)
        }
    }

    /// Records the keys of an Info.plist, or of its `NSExtension`, that have no effect.
    ///
    /// - Parameters:
    ///   - used: Keys that have an effect here.
    ///   - problems: Receives the keys.
    func noteUnsupportedInfoKeys(besides used: Set<String> = [], _ problems: inout BundleProblems) {
        for (key, value) in values.sorted(by: { $0.key < $1.key })
        where UnsupportedKeyList.hasInfoKey(key, value) && !used.contains(key) {
            problems.noteUnsupported(file: file, key: reported(key))
        }
    }

    /// Records the background modes that have no effect.
    ///
    /// - Parameters:
    ///   - modes: The modes, as written.
    ///   - entitlements: The app's entitlements; `remote-notification` requires a source of pushes among them.
    ///   - problems: Receives the keys.
    func noteUnsupported(_ modes: [String], with entitlements: Entitlements, _ problems: inout BundleProblems) {
        let hasPushes = entitlements.pushEnvironment != nil || !entitlements.recordContainers.isEmpty
        for mode in modes {
            if !UnsupportedKeyList.backgroundModes.contains(mode) {
                problems.noteUnsupported(file: file, key: "UIBackgroundModes \(mode)")
            } else if mode == "remote-notification", !hasPushes {
                problems.noteUnsupported(
                    file: file,
                    key: "UIBackgroundModes \(mode) without aps-environment or a record container"
                )
            }
        }
    }
}
