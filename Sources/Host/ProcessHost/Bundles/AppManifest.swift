package import TodayProtocol

/// The contents of an app's bundle, read and checked by ``BundleReader``.
///
/// Paths are relative, so that a manifest stays true when its bundle moves.
package struct AppManifest: Codable, Hashable, Sendable {
    /// `CFBundleIdentifier`.
    package var id: AppID
    /// The folder's name, such as `Weather.app`.
    package var folder: String
    /// The name people see, with its translations.
    package var name: LocalizedName
    /// `CFBundleShortVersionString`.
    package var version: String
    /// `CFBundleExecutable`: a path relative to the bundle.
    package var executable: String
    /// The URL schemes the app opens, in lower case (`CFBundleURLTypes`).
    package var urlSchemes: [String]
    /// `UIBackgroundModes`, as written.
    package var backgroundModes: [String]
    /// The hosts its processes may fetch from, in lower case, each `host` or `host:port` (`TodayAllowedHosts`).
    package var allowedHosts: [String]
    /// What the app asks for.
    package var entitlements: Entitlements
    /// What the app needs the location for (`NSLocationWhenInUseUsageDescription`); `nil` if it does not ask for it.
    package var locationPurpose: LocalizedName?
    /// The variants of the app's icon; none if it has no icon (`CFBundleIcons`).
    package var icons: [BundleImage]
    /// The images beside its `Info.plist`, which its cards can show.
    package var images: [BundleImage]
    /// The app's widgets, by folder name.
    package var widgets: [WidgetManifest]
    /// What the app's own program takes that people share, if it has a Share extension without a program.
    package var share: ShareRule?
    /// Its Share and Action extensions with a program: at most one of each.
    package var extensions: [ExtensionManifest]
    /// What else is in `PlugIns` and does not run, by folder name.
    package var unsupportedExtensions: [UnsupportedExtension]
    /// The keys of its property lists that have no effect, since Today does not have the feature.
    package var unsupportedKeys: [UnsupportedKey]

    /// Makes a manifest.
    package init(
        id: AppID,
        folder: String,
        name: LocalizedName,
        version: String,
        executable: String,
        urlSchemes: [String] = [],
        backgroundModes: [String] = [],
        allowedHosts: [String] = [],
        entitlements: Entitlements = Entitlements(),
        locationPurpose: LocalizedName? = nil,
        icons: [BundleImage] = [],
        images: [BundleImage] = [],
        widgets: [WidgetManifest] = [],
        share: ShareRule? = nil,
        extensions: [ExtensionManifest] = [],
        unsupportedExtensions: [UnsupportedExtension] = [],
        unsupportedKeys: [UnsupportedKey] = []
    ) {
        self.id = id
        self.folder = folder
        self.name = name
        self.version = version
        self.executable = executable
        self.urlSchemes = urlSchemes
        self.backgroundModes = backgroundModes
        self.allowedHosts = allowedHosts
        self.entitlements = entitlements
        self.locationPurpose = locationPurpose
        self.icons = icons
        self.images = images
        self.widgets = widgets
        self.share = share
        self.extensions = extensions
        self.unsupportedExtensions = unsupportedExtensions
        self.unsupportedKeys = unsupportedKeys
    }

    /// Decodes a manifest, also one that an earlier version of Today stored, which read no images and refused what it did not
    /// support.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(AppID.self, forKey: .id)
        folder = try container.decode(String.self, forKey: .folder)
        name = try container.decode(LocalizedName.self, forKey: .name)
        version = try container.decode(String.self, forKey: .version)
        executable = try container.decode(String.self, forKey: .executable)
        urlSchemes = try container.decode([String].self, forKey: .urlSchemes)
        backgroundModes = try container.decode([String].self, forKey: .backgroundModes)
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

    private enum CodingKeys: String, CodingKey {
        case id, folder, name, version, executable, urlSchemes, backgroundModes, allowedHosts, entitlements, widgets
        case unsupportedExtensions, unsupportedKeys, icons, images, locationPurpose, share, extensions
    }

    /// The widget of that id, if the app has one.
    package func widget(_ id: WidgetID) -> WidgetManifest? { widgets.first { $0.id == id } }

    /// The programs in `PlugIns`: of its widgets, and of its Share and Action extensions.
    package var plugIns: [WidgetManifest] { widgets + extensions.map(\.program) }

    /// The extension with a program at which content is taken, if the app has one.
    package func `extension`(at point: ShareExtensionPoint) -> ExtensionManifest? {
        extensions.first { $0.point == point }
    }

    /// What the app takes at an extension point; `nil` if nothing.
    package func rule(at point: ShareExtensionPoint) -> ShareRule? {
        self.extension(at: point)?.rule ?? (point == .share ? share : nil)
    }
}

/// A Share or Action extension with a program: each use is a process of its own.
package struct ExtensionManifest: Codable, Hashable, Sendable {
    /// What it is.
    package var point: ShareExtensionPoint
    /// What it takes.
    package var rule: ShareRule
    /// Its program; sizes and cards of a widget are without effect.
    package var program: WidgetManifest

    /// Describes an extension.
    package init(point: ShareExtensionPoint, rule: ShareRule, program: WidgetManifest) {
        self.point = point
        self.rule = rule
        self.program = program
    }
}

/// A name for people and its translations.
package struct LocalizedName: Codable, Hashable, Sendable {
    /// The name for languages without a translation.
    package var fallback: String
    /// The translations by language tag (BCP 47), such as `de` or `zh-Hans`.
    package var translations: [String: String]

    /// Makes a name.
    package init(_ fallback: String, translations: [String: String] = [:]) {
        self.fallback = fallback
        self.translations = translations
    }

    /// The name in every language, the fallback first.
    package var all: [String] { [fallback] + translations.sorted { $0.key < $1.key }.map(\.value) }

    /// The name in a language: that of `de-CH` is `de-CH`'s, else `de`'s, else ``fallback``.
    package func text(in language: String) -> String {
        var tag = Substring(language.replacing("_", with: "-"))
        while true {
            let match = translations.first { $0.key.lowercased() == tag.lowercased() }
            if let match { return match.value }
            guard let dash = tag.lastIndex(of: "-") else { return fallback }
            tag = tag[..<dash]
        }
    }
}

/// What an app or a widget asks for in its `Entitlements.plist`: claims, not rights.
package struct Entitlements: Codable, Hashable, Sendable {
    /// The app groups it shares with others (`com.apple.security.application-groups`), sorted.
    package var groups: [GroupID] = []
    /// Whether the host may fetch for it (`com.apple.security.network.client`).
    package var networkClient = false
    /// The record containers it uses (`com.apple.developer.icloud-container-identifiers`), sorted.
    package var recordContainers: [String] = []
    /// Which push service it registers with (`aps-environment`), if any: `development` or `production`.
    package var pushEnvironment: String?
    /// How exactly it may know where the person is (`com.apple.security.personal-information.location`), if at all.
    package var location: LocationAccuracy?
    /// Whether it may know how busy the computer is (`org.today.system-status`).
    package var systemStatus = false
    /// Whether its cards may show images of public hosts (`org.today.remote-images`).
    package var remoteImages = false
    /// The access groups of the keychain that it uses (`keychain-access-groups`), sorted.
    package var keychainGroups: [String] = []

    /// Makes entitlements; the default is none.
    package init(
        groups: [GroupID] = [],
        networkClient: Bool = false,
        recordContainers: [String] = [],
        pushEnvironment: String? = nil,
        location: LocationAccuracy? = nil,
        systemStatus: Bool = false,
        remoteImages: Bool = false,
        keychainGroups: [String] = []
    ) {
        self.groups = groups
        self.networkClient = networkClient
        self.recordContainers = recordContainers
        self.pushEnvironment = pushEnvironment
        self.location = location
        self.systemStatus = systemStatus
        self.remoteImages = remoteImages
        self.keychainGroups = keychainGroups
    }

    /// Decodes entitlements, also those that an earlier version of Today stored, which did not know the last ones.
    ///
    /// Every app could show images of public hosts then, and goes on until the person revokes that.
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
