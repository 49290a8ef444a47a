import JSON

/// The extension points of iOS 8, of which Today supports three: widgets, Share and Action extensions.
package enum ExtensionPoint: String, Hashable, Sendable, CaseIterable {
    /// A Today widget.
    case widget
    /// A sheet that shares something with a service.
    case share
    /// An action on what another app shows.
    case action
    /// An editor inside Photos.
    case photoEditing
    /// A place that keeps documents.
    case documentProvider
    /// A keyboard.
    case customKeyboard

    /// Creates the extension point with an `NSExtensionPointIdentifier`; `nil` if iOS 8 does not know it.
    package init?(identifier: String) {
        switch identifier {
        case "com.apple.widget-extension": self = .widget
        case "com.apple.share-services": self = .share
        case "com.apple.ui-services", "com.apple.services": self = .action
        case "com.apple.photo-editing": self = .photoEditing
        case "com.apple.fileprovider-nonui", "com.apple.fileprovider-ui": self = .documentProvider
        case "com.apple.keyboard-service": self = .customKeyboard
        default: return nil
        }
    }

    /// Apple's name for it.
    package var title: String {
        switch self {
        case .widget: "Today widget"
        case .share: "Share extension"
        case .action: "Action extension"
        case .photoEditing: "Photo Editing extension"
        case .documentProvider: "Document Provider"
        case .customKeyboard: "Custom Keyboard"
        }
    }
}

/// An extension in an app's bundle that Today does not run: one of another extension point, or a Share or Action extension
/// whose rule is not one that Today reads.
package struct UnsupportedExtension: Codable, Hashable, Sendable {
    /// The extension's folder, relative to the app's bundle, such as `PlugIns/Keyboard.appex`.
    package var folder: String
    /// `NSExtensionPointIdentifier`, which may be one that iOS 8 does not know.
    package var point: String

    private static let runningPoints = [
        "com.apple.widget-extension", "com.apple.share-services", "com.apple.ui-services", "com.apple.services",
    ]

    /// The extension point of Today that was probably meant, such as that of widgets for WidgetKit's; `nil` if iOS 8
    /// knows this one, or if none is near.
    package var meant: String? {
        ExtensionPoint(identifier: point) == nil ? NearestName.nearest(to: point, among: Self.runningPoints) : nil
    }

    package init(folder: String, point: String) {
        self.folder = folder
        self.point = point
    }
}

extension UnsupportedExtension: CustomStringConvertible {
    /// The folder and the extension point, such as
    /// `PlugIns/Keyboard.appex (Custom Keyboard, com.apple.keyboard-service)`.
    package var description: String {
        "\(folder) (\(ExtensionPoint(identifier: point)?.title ?? "unknown extension point"), \(point))"
    }
}
