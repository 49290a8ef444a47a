package import TodayProtocol

/// What an app's bundle says about itself, read and checked by ``BundleReader``.
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
    /// The app's widgets, by folder name.
    package var widgets: [WidgetManifest]

    /// Takes what was read.
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
        widgets: [WidgetManifest] = []
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
        self.widgets = widgets
    }

    /// The widget of that id, if the app has one.
    package func widget(_ id: WidgetID) -> WidgetManifest? { widgets.first { $0.id == id } }
}
