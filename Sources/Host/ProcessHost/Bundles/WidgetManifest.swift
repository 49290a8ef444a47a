package import HostModel
package import TodayProtocol

/// The contents of a widget's bundle inside an app.
package struct WidgetManifest: Codable, Hashable, Sendable {
    /// `CFBundleIdentifier`; it begins with the app's and a dot.
    package var id: WidgetID
    /// The widget's folder, relative to the app's bundle, such as `PlugIns/Weather.appex`.
    package var folder: String
    package var name: LocalizedName
    /// `CFBundleShortVersionString`, or the app's.
    package var version: String
    /// `CFBundleExecutable`: a path relative to the widget's folder.
    package var executable: String
    /// `NSExtensionPrincipalClass`: the name of one of several widgets in the executable, which only the process knows.
    package var principalClass: String?
    /// The card to show until the widget's first answer, as a path relative to the widget's folder.
    package var placeholderCard: String?
    /// `TodayConfiguration`: the card with inputs for the configuration of an instance, as a path relative to the
    /// widget's folder.
    package var configurationCard: String?
    /// `TodayWidgetSizes`: the sizes that the widget supports; the first is the default.
    package var families = WidgetFamily.undeclared
    /// The servers that the widget may fetch from: its own `TodayAllowedHosts`, or else the app's.
    package var allowedHosts: [String] = []
    /// The entitlements that the widget requests; its groups and containers are a subset of the app's.
    package var entitlements = Entitlements()
    /// The images beside its `Info.plist`, which its cards can show.
    package var images: [BundleImage] = []
}

extension WidgetManifest {
    /// Decodes a manifest, including one that an earlier version of Today stored without images and sizes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(WidgetID.self, forKey: .id)
        folder = try container.decode(String.self, forKey: .folder)
        name = try container.decode(LocalizedName.self, forKey: .name)
        version = try container.decode(String.self, forKey: .version)
        executable = try container.decode(String.self, forKey: .executable)
        principalClass = try container.decodeIfPresent(String.self, forKey: .principalClass)
        placeholderCard = try container.decodeIfPresent(String.self, forKey: .placeholderCard)
        configurationCard = try container.decodeIfPresent(String.self, forKey: .configurationCard)
        families = try container.decodeIfPresent([WidgetFamily].self, forKey: .families) ?? WidgetFamily.undeclared
        allowedHosts = try container.decode([String].self, forKey: .allowedHosts)
        entitlements = try container.decode(Entitlements.self, forKey: .entitlements)
        images = try container.decodeIfPresent([BundleImage].self, forKey: .images) ?? []
    }
}
