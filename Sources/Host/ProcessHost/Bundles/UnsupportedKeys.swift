import HostModel
import JSON
package import TodayProtocol

/// A key of a bundle that is mistyped, or stands for a feature that Today does not have.
package struct UnsupportedKey: Codable, Hashable, Sendable {
    /// The file, relative to the bundle, such as `PlugIns/Weather.appex/Info.plist`.
    package var file: String
    /// The key, or an element of its array, such as `UIBackgroundModes location`.
    package var key: String
    /// The key that was probably meant, or the element; `nil` if none that Today knows is near.
    package var meant: String?
}

extension AppManifest {
    /// Maximum number of mistyped keys that ``unsupportedSentences`` names, and of others.
    package static let namedKeysLimit = 20

    /// The sentences about extensions that do not run and keys that have no effect, which are the same on every
    /// surface.
    package var unsupportedSentences: [LocalizableText] {
        var sentences: [LocalizableText] = unsupportedExtensions.map { part in
            part.meant.map { .willNotRunSuggesting(part.text, suggestion: $0) } ?? .willNotRun(part.text)
        }
        let mistyped = unsupportedKeys.filter { $0.meant != nil }.prefix(Self.namedKeysLimit)
        sentences += mistyped.map { .noEffectSuggesting($0.key, place: $0.file, suggestion: $0.meant ?? "") }
        let others = unsupportedKeys.filter { !mistyped.contains($0) }
        if !others.isEmpty {
            let named = others.prefix(Self.namedKeysLimit).map { "\($0.key) (\($0.file))" }
            let rest = others.count - named.count
            let list = named.joined(separator: ", ")
            sentences.append(rest > 0 ? .notSupportedHereAndMore(list, more: rest) : .notSupportedHere(list))
        }
        return sentences
    }
}

/// The keys of property lists that stand for features that Today does not have.
enum UnsupportedKeyList {
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
    /// The keys of Info.plist, of `NSExtension` and of its attributes that the host knows.
    private static let infoKeys = [
        "CFBundleIdentifier", "CFBundleDisplayName", "CFBundleName", "CFBundleExecutable", "CFBundleShortVersionString",
        "CFBundleIcons", "CFBundleURLTypes", "UIBackgroundModes", "TodayAllowedHosts", BundleReader.locationPurposeKey,
        "NSExtension", "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionMainStoryboard",
        "NSExtensionAttributes", "NSExtensionActivationRule", "TodayWidgetSizes", "TodayConfiguration",
    ]
    /// Keys of Apple's systems that look like one of these, and are not mistyped.
    private static let similarKeys: Set<String> = ["CFBundleURLName", "WKBackgroundModes"]
    static let backgroundModes: Set<String> = ["fetch", "remote-notification"]
    /// Keys of Info.plist that ask for something of the system.
    ///
    /// Keys that only describe appearance are not included.
    private static let featureKeys: Set<String> = [
        "BGTaskSchedulerPermittedIdentifiers", "CFBundleDocumentTypes", "INIntentsSupported",
        "LSSupportsOpeningDocumentsInPlace", "NSBonjourServices", "NSPrincipalClass", "NSServices",
        "NSSupportsLiveActivities", "NSUserActivityTypes", "UIApplicationShortcutItems", "UIFileSharingEnabled",
        "UISupportedExternalAccessoryProtocols", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    ]

    /// The key of Info.plist that was probably meant by another one; `nil` if that is not mistyped, or none is near.
    static func meantInfoKey(_ key: String) -> String? {
        infoKeys.contains(key) || similarKeys.contains(key) ? nil : NearestName.nearest(to: key, among: infoKeys)
    }

    /// The entitlement that was probably meant by one that the host does not know; `nil` if none is near.
    static func meantEntitlement(_ key: String) -> String? {
        NearestName.nearest(to: key, among: checkedEntitlements.sorted())
    }

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
    func noteUnsupportedEntitlements() {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where UnsupportedKeyList.hasEntitlement(key, value) {
            problems.noteUnsupported(file: file, key: key, meant: UnsupportedKeyList.meantEntitlement(key))
        }
    }

    /// Records the keys of an Info.plist, of its `NSExtension` or of the attributes of that, that are mistyped or have
    /// no effect; those in `used` have one.
    func noteUnsupportedInfoKeys(besides used: Set<String> = []) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where !used.contains(key) {
            let meant = UnsupportedKeyList.meantInfoKey(key)
            guard meant != nil || UnsupportedKeyList.hasInfoKey(key, value) else { continue }
            problems.noteUnsupported(file: file, key: reported(key), meant: meant)
        }
    }

    /// Records the background modes that have no effect; `remote-notification` requires a source of pushes among the
    /// entitlements.
    func noteUnsupported(_ modes: [String], with entitlements: Entitlements) {
        let hasPushes = entitlements.pushEnvironment != nil || !entitlements.recordContainers.isEmpty
        for mode in modes {
            if !UnsupportedKeyList.backgroundModes.contains(mode) {
                let meant = NearestName.nearest(to: mode, among: UnsupportedKeyList.backgroundModes.sorted())
                problems.noteUnsupported(file: file, key: "UIBackgroundModes \(mode)", meant: meant)
            } else if mode == "remote-notification", !hasPushes {
                let key = "UIBackgroundModes \(mode) without aps-environment or a record container"
                problems.noteUnsupported(file: file, key: key)
            }
        }
    }
}
