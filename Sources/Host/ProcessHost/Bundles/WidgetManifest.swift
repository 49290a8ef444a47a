package import TodayProtocol

/// The contents of a widget's bundle inside an app.
package struct WidgetManifest: Codable, Hashable, Sendable {
    /// `CFBundleIdentifier`; it begins with the app's and a dot.
    package var id: WidgetID
    /// The widget's folder, relative to the app's bundle, such as `PlugIns/Weather.appex`.
    package var folder: String
    /// The name people see, with its translations.
    package var name: LocalizedName
    /// `CFBundleShortVersionString`, or the app's.
    package var version: String
    /// `CFBundleExecutable`: a path relative to the widget's folder.
    package var executable: String
    /// `NSExtensionPrincipalClass`, which only the process itself interprets.
    package var principalClass: String?
    /// The card to show until the first answer, as a path relative to the widget's folder.
    package var placeholderCard: String?
    /// `TodayConfiguration`: the card with inputs by which a person configures an instance, as a path relative to the
    /// widget's folder.
    package var configurationCard: String?
    /// The hosts the widget may fetch from: its own `TodayAllowedHosts`, or else the app's.
    package var allowedHosts: [String]
    /// What the widget asks for.
    ///
    /// Groups, keychain groups and containers are some of the app's.
    package var entitlements: Entitlements

    /// Makes a manifest.
    package init(
        id: WidgetID,
        folder: String,
        name: LocalizedName,
        version: String,
        executable: String,
        principalClass: String? = nil,
        placeholderCard: String? = nil,
        configurationCard: String? = nil,
        allowedHosts: [String] = [],
        entitlements: Entitlements = Entitlements()
    ) {
        self.id = id
        self.folder = folder
        self.name = name
        self.version = version
        self.executable = executable
        self.principalClass = principalClass
        self.placeholderCard = placeholderCard
        self.configurationCard = configurationCard
        self.allowedHosts = allowedHosts
        self.entitlements = entitlements
    }
}
