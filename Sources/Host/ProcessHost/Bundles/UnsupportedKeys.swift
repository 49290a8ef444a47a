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
    fileprivate static let checkedEntitlements: Set<String> = [
        "com.apple.security.application-groups", "com.apple.security.network.client",
        "com.apple.developer.icloud-container-identifiers", "aps-environment",
        "com.apple.security.personal-information.location", "org.today.system-status",
        "org.today.remote-images", "keychain-access-groups",
    ]
    /// Entitlements that only identify an app's signer, or that every app for Today has.
    fileprivate static let identityEntitlements: Set<String> = [
        "application-identifier", "com.apple.application-identifier", "com.apple.developer.team-identifier",
        "get-task-allow", "com.apple.security.get-task-allow", "beta-reports-active", "com.apple.security.app-sandbox",
    ]
    /// The keys of Info.plist, of `NSExtension` and of its attributes that the host knows.
    fileprivate static let infoKeys = [
        "CFBundleIdentifier", "CFBundleDisplayName", "CFBundleName", "CFBundleExecutable", "CFBundleShortVersionString",
        "CFBundleIcons", "CFBundleURLTypes", "UIBackgroundModes", "TodayAllowedHosts", "TodaySearch",
        BundleReader.locationPurposeKey, "NSExtension", "NSExtensionPointIdentifier", "NSExtensionPrincipalClass",
        "NSExtensionMainStoryboard",
        "NSExtensionAttributes", "NSExtensionActivationRule", "TodayWidgetSizes", "TodayConfiguration",
    ]
    /// Keys of Apple's systems that look like one of these, and are not mistyped.
    fileprivate static let similarKeys: Set<String> = ["CFBundleURLName", "WKBackgroundModes"]
    static let backgroundModes: Set<String> = ["fetch", "remote-notification"]
    /// Keys of Info.plist that ask for something of the system; keys that only describe appearance are not included.
    fileprivate static let featureKeys: Set<String> = [
        "BGTaskSchedulerPermittedIdentifiers", "CFBundleDocumentTypes", "INIntentsSupported",
        "LSSupportsOpeningDocumentsInPlace", "NSBonjourServices", "NSPrincipalClass", "NSServices",
        "NSSupportsLiveActivities", "NSUserActivityTypes", "UIApplicationShortcutItems", "UIFileSharingEnabled",
        "UISupportedExternalAccessoryProtocols", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    ]

    /// Returns `true` unless a value is `false`, or an empty text, array or dictionary.
    fileprivate static func asksForSomething(_ value: PropertyValue) -> Bool {
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
        let (checked, others) = (UnsupportedKeyList.checkedEntitlements, UnsupportedKeyList.identityEntitlements)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard !checked.contains(key), !others.contains(key), UnsupportedKeyList.asksForSomething(value) else {
                continue
            }
            let meant = NearestName.nearest(to: key, among: checked.sorted())
            problems.noteUnsupported(file: file, key: key, meant: meant)
        }
    }

    /// Records the keys of an Info.plist, of its `NSExtension` or of the attributes of that, that are mistyped or have
    /// no effect; those in `used` have one.
    func noteUnsupportedInfoKeys(besides used: Set<String> = []) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where !used.contains(key) {
            let known = UnsupportedKeyList.infoKeys
            let isKnown = known.contains(key) || UnsupportedKeyList.similarKeys.contains(key)
            let meant = isKnown ? nil : NearestName.nearest(to: key, among: known)
            let isFeature =
                UnsupportedKeyList.featureKeys.contains(key) || key.hasPrefix("NS") && key.hasSuffix("UsageDescription")
            guard meant != nil || (isFeature && UnsupportedKeyList.asksForSomething(value)) else { continue }
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
