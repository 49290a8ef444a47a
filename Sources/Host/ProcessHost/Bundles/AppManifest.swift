package import HostModel
package import TodayProtocol

/// The contents of an app's bundle, read and checked by ``BundleReader``, with relative paths, so that a manifest stays
/// valid when its bundle moves.
package struct AppManifest: Codable, Hashable, Sendable {
    /// `CFBundleIdentifier`.
    package var id: AppID
    /// The folder's name, such as `Weather.app`.
    package var folder: String
    package var name: LocalizedName
    /// `CFBundleShortVersionString`.
    package var version: String
    /// `CFBundleExecutable`: a path relative to the bundle.
    package var executable: String
    /// The URL schemes that the app opens, in lower case (`CFBundleURLTypes`).
    package var urlSchemes: [String] = []
    /// `UIBackgroundModes`, as written.
    package var backgroundModes: [String] = []
    /// `true` if the app is asked when the person searches (`TodaySearch`).
    package var isSearchable = false
    /// The servers that its processes may fetch from, in lower case, each `host` or `host:port` (`TodayAllowedHosts`).
    package var allowedHosts: [String] = []
    package var entitlements = Entitlements()
    /// The purpose of the location (`NSLocationWhenInUseUsageDescription`); `nil` if the app does not request it.
    package var locationPurpose: LocalizedName?
    /// The variants of the app's icon; none if it has no icon (`CFBundleIcons`).
    package var icons: [BundleImage] = []
    /// The images beside its `Info.plist`, which its cards can show.
    package var images: [BundleImage] = []
    /// The app's widgets, sorted by folder name.
    package var widgets: [WidgetManifest] = []
    /// The shared content that the app's own program accepts, if it has a Share extension without a program.
    package var share: ShareRule?
    /// Its Share and Action extensions with a program: at most one of each.
    package var extensions: [ExtensionManifest] = []
    /// The other extensions in `PlugIns`, which do not run, sorted by folder name.
    package var unsupportedExtensions: [UnsupportedExtension] = []
    /// The keys of its property lists that have no effect, since Today does not have the feature.
    package var unsupportedKeys: [UnsupportedKey] = []
}

extension AppManifest {
    /// Decodes a manifest, including one that an earlier version of Today stored without the newer keys.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(AppID.self, forKey: .id)
        folder = try container.decode(String.self, forKey: .folder)
        name = try container.decode(LocalizedName.self, forKey: .name)
        version = try container.decode(String.self, forKey: .version)
        executable = try container.decode(String.self, forKey: .executable)
        urlSchemes = try container.decode([String].self, forKey: .urlSchemes)
        backgroundModes = try container.decode([String].self, forKey: .backgroundModes)
        isSearchable = try container.decodeIfPresent(Bool.self, forKey: .isSearchable) ?? false
        allowedHosts = try container.decode([String].self, forKey: .allowedHosts)
        entitlements = try container.decode(Entitlements.self, forKey: .entitlements)
        locationPurpose = try container.decodeIfPresent(LocalizedName.self, forKey: .locationPurpose)
        icons = try container.decodeIfPresent([BundleImage].self, forKey: .icons) ?? []
        images = try container.decodeIfPresent([BundleImage].self, forKey: .images) ?? []
        widgets = try container.decode([WidgetManifest].self, forKey: .widgets)
        share = try container.decodeIfPresent(ShareRule.self, forKey: .share)
        extensions = try container.decodeIfPresent([ExtensionManifest].self, forKey: .extensions) ?? []
        unsupportedExtensions =
            try container.decodeIfPresent([UnsupportedExtension].self, forKey: .unsupportedExtensions) ?? []
        unsupportedKeys = try container.decodeIfPresent([UnsupportedKey].self, forKey: .unsupportedKeys) ?? []
    }

    package func widget(_ id: WidgetID) -> WidgetManifest? { widgets.first { $0.id == id } }

    /// The programs in `PlugIns`: those of its widgets, and those of its Share and Action extensions.
    package var plugIns: [WidgetManifest] { widgets + extensions.map(\.program) }

    /// Returns the extension with a program at an extension point; `nil` if the app has none.
    package func `extension`(at point: ShareExtensionPoint) -> ExtensionManifest? {
        extensions.first { $0.point == point }
    }

    /// Returns the rule for the content that the app accepts at an extension point; `nil` if it accepts none.
    package func rule(at point: ShareExtensionPoint) -> ShareRule? {
        self.extension(at: point)?.rule ?? (point == .share ? share : nil)
    }
}

/// A Share or Action extension with a program, which runs in a new process for each use.
package struct ExtensionManifest: Codable, Hashable, Sendable {
    package var point: ShareExtensionPoint
    package var rule: ShareRule
    /// Its program; the sizes and cards of a widget have no effect.
    package var program: WidgetManifest
}

/// The entitlements that an app or a widget requests in its `Entitlements.plist`: claims, not rights.
package struct Entitlements: Codable, Hashable, Sendable {
    /// The app groups it shares with others (`com.apple.security.application-groups`), sorted.
    package var groups: [GroupID] = []
    /// `true` if the host may fetch for it (`com.apple.security.network.client`).
    package var networkClient = false
    /// The record containers it uses (`com.apple.developer.icloud-container-identifiers`), sorted.
    package var recordContainers: [String] = []
    /// The push service that it registers with (`aps-environment`): `development`, `production` or `nil`.
    package var pushEnvironment: String?
    /// The accuracy of the location that it requests (`com.apple.security.personal-information.location`), if any.
    package var location: LocationAccuracy?
    /// `true` if it may know the load of the computer (`org.today.system-status`).
    package var systemStatus = false
    /// `true` if its cards may show images of public servers (`org.today.remote-images`).
    package var remoteImages = false
    /// The access groups of the keychain that it uses (`keychain-access-groups`), sorted.
    package var keychainGroups: [String] = []
}

extension Entitlements {
    /// Decodes entitlements, including those of earlier versions of Today without the newer keys: every app could show
    /// images of public servers then, so a missing ``remoteImages`` is `true`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        groups = try container.decode([GroupID].self, forKey: .groups)
        networkClient = try container.decode(Bool.self, forKey: .networkClient)
        recordContainers = try container.decode([String].self, forKey: .recordContainers)
        pushEnvironment = try container.decodeIfPresent(String.self, forKey: .pushEnvironment)
        location = try container.decodeIfPresent(LocationAccuracy.self, forKey: .location)
        systemStatus = try container.decodeIfPresent(Bool.self, forKey: .systemStatus) ?? false
        remoteImages = try container.decodeIfPresent(Bool.self, forKey: .remoteImages) ?? true
        keychainGroups = try container.decodeIfPresent([String].self, forKey: .keychainGroups) ?? []
    }
}
