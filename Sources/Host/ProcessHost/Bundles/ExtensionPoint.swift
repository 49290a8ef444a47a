import HostModel
import JSON
package import TodayProtocol

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

    /// The values of `NSExtensionPointIdentifier` in iOS 8.
    fileprivate static let identifiers: KeyValuePairs<String, ExtensionPoint> = [
        "com.apple.widget-extension": .widget, "com.apple.share-services": .share, "com.apple.ui-services": .action,
        "com.apple.services": .action, "com.apple.photo-editing": .photoEditing,
        "com.apple.fileprovider-nonui": .documentProvider, "com.apple.fileprovider-ui": .documentProvider,
        "com.apple.keyboard-service": .customKeyboard,
    ]

    fileprivate var isSupported: Bool { [.widget, .share, .action].contains(self) }

    /// Creates the extension point with an `NSExtensionPointIdentifier`; `nil` if iOS 8 does not know it.
    package init?(identifier: String) {
        guard let point = Self.identifiers.first(where: { $0.key == identifier })?.value else { return nil }
        self = point
    }
}

/// An extension in an app's bundle that Today does not run: one of another extension point, or a Share or Action extension
/// whose rule is not one that Today reads.
package struct UnsupportedExtension: Codable, Hashable, Sendable {
    /// The extension's folder, relative to the app's bundle, such as `PlugIns/Keyboard.appex`.
    package var folder: String
    /// `NSExtensionPointIdentifier`, which may be one that iOS 8 does not know.
    package var point: String

    /// The extension point of Today that was probably meant, such as that of widgets for WidgetKit's; `nil` if iOS 8
    /// knows this one, or if none is near.
    package var meant: String? {
        guard ExtensionPoint(identifier: point) == nil else { return nil }
        return NearestName.nearest(to: point, among: ExtensionPoint.identifiers.filter(\.value.isSupported).map(\.key))
    }
}

extension UnsupportedExtension {
    /// The folder and the extension point, such as
    /// `PlugIns/Keyboard.appex (Custom Keyboard, com.apple.keyboard-service)`.
    package var text: LocalizableText {
        switch ExtensionPoint(identifier: point) {
        case .share: .shareExtension(folder, identifier: point)
        case .action: .actionExtension(folder, identifier: point)
        case .photoEditing: .photoEditingExtension(folder, identifier: point)
        case .documentProvider: .documentProviderExtension(folder, identifier: point)
        case .customKeyboard: .customKeyboardExtension(folder, identifier: point)
        // A widget always runs.
        case .widget, nil: .unknownExtensionPoint(folder, point: point)
        }
    }
}
