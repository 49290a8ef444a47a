import Foundation
import JSON
package import TodayProtocol

/// An index of the images of installed apps: their icons, the pictures that `bundle:NAME` refers to in a card, and
/// which cards may show images from other sites.
///
/// An in-memory value, rebuilt when the apps change. It names files by digest; ``GetBundleImageRequest`` returns their
/// content.
package struct BundleImageIndex: Hashable, Sendable {
    package struct Variant: Hashable, Sendable {
        package var digest: String
        /// The number of pixels per point: 1, 2 or 3.
        package var scale: Int

        package init(digest: String, scale: Int) {
            self.digest = digest
            self.scale = scale
        }
    }

    package struct Picture: Hashable, Sendable {
        /// The files for the light theme, and for both if ``dark`` is empty, by scale; never empty.
        package var light: [Variant]
        package var dark: [Variant]
        package var width: Int
        package var height: Int

        package init(light: [Variant], dark: [Variant] = [], width: Int, height: Int) {
            self.light = light
            self.dark = dark
            self.width = width
            self.height = height
        }
    }

    package static let empty = BundleImageIndex()

    package var icons: [AppID: String] = [:]
    package var iconFiles: [AppID: String] = [:]
    package var hues: [AppID: Int] = [:]
    package var widgetApps: [WidgetID: AppID] = [:]
    package var pictures: [String: [String: Picture]] = [:]
    package var files: [String: File] = [:]
    /// The apps and widgets whose cards may show images from public servers, by identifier.
    package var remoteImageOwners: Set<String> = []

    package struct File: Hashable, Sendable {
        package var path: String
        package var mediaType: String

        package init(path: String, mediaType: String) {
            self.path = path
            self.mediaType = mediaType
        }
    }

    package init() {}

    /// The digest of an app's icon; `nil` if it has none.
    package func icon(of app: AppID) -> String? { icons[app] }

    package func icon(of widget: WidgetID) -> String? { widgetApps[widget].flatMap { icons[$0] } }

    /// Returns the number, 0 to 7, of the color closest to that of an app's icon; `nil` unless the icon is an SVG with
    /// color.
    package func hue(of app: AppID) -> Int? { hues[app] }

    /// Returns the absolute path of an app's icon for local programs, a PNG if there is one; `nil` without an icon.
    package func iconFile(of app: AppID) -> String? { iconFiles[app] }

    /// Returns the picture that an address in a card refers to, first among those of a widget; `nil` if there is none.
    ///
    /// The address is `bundle:NAME`. A name has no path and is not decoded.
    package func picture(at address: String, of app: AppID, widget: WidgetID? = nil) -> Picture? {
        guard address.hasPrefix(Self.scheme) else { return nil }
        let name = String(address.dropFirst(Self.scheme.count))
        return widget.flatMap { pictures[$0.rawValue]?[name] } ?? pictures[app.rawValue]?[name]
    }

    /// Returns the problem with an image of a card, as a sentence for its author; `nil` if none is known beforehand.
    package func problem(of address: String, app: AppID, widget: WidgetID?) -> String? {
        if address.hasPrefix(Self.scheme) {
            guard picture(at: address, of: app, widget: widget) == nil else { return nil }
            let name = address.dropFirst(Self.scheme.count).unicodeScalars.prefix(40).map(String.init).joined()
            let own = widget.flatMap { pictures[$0.rawValue] } ?? [:]
            let known = own.keys.sorted() + (pictures[app.rawValue] ?? [:]).keys.sorted()
            return "The bundle has no image “\(name)”.\(NearestName.suggestion(for: name, among: known))"
        }
        if address.hasPrefix("data:") {
            return EmbeddedImage.isShowable(address)
                ? nil : "This is no PNG, JPEG, GIF or WebP of at most 32 KiB in Base64, of the type that it names."
        }
        let beginning = address.prefix(8).lowercased()
        guard beginning.hasPrefix("https://") || beginning.hasPrefix("http://") else {
            return "The address of an image begins with bundle:, data:image/ or https://."
        }
        return mayShowRemoteImages(of: app, widget: widget)
            ? nil : "Images of other sites need the entitlement org.today.remote-images."
    }

    /// Returns `true` if a card may show images from public servers, which thereby learn what is in the addresses.
    package func mayShowRemoteImages(of app: AppID, widget: WidgetID? = nil) -> Bool {
        remoteImageOwners.contains(widget?.rawValue ?? app.rawValue)
    }

    package static let scheme = "bundle:"
}

extension BundleImageIndex {
    /// Sets the images of an app for tests of surfaces, which have no bundles.
    package mutating func set(
        icon: String?,
        iconFile: String? = nil,
        pictures: [String: Picture] = [:],
        mayShowRemoteImages: Bool = false,
        of app: AppID
    ) {
        icons[app] = icon
        iconFiles[app] = iconFile
        self.pictures[app.rawValue] = pictures
        if mayShowRemoteImages { remoteImageOwners.insert(app.rawValue) }
    }
}

package enum EmbeddedImage {
    /// The largest size of the decoded image, in bytes.
    package static let byteLimit = 32 * 1024

    /// Returns `true` if an address is a showable image: a PNG, JPEG, GIF or WebP in Base64 whose content has the type
    /// that the address names, of at most ``byteLimit`` bytes.
    package static func isShowable(_ address: String) -> Bool {
        guard let comma = address.utf8.prefix(40).firstIndex(of: UInt8(ascii: ",")) else { return false }
        let text = address[address.index(after: comma)...]
        guard text.utf8.count <= (byteLimit + 2) / 3 * 4,
            let format = ImageFormat.allCases.first(where: { address[..<comma] == "data:\($0.mediaType);base64" }),
            let data = Data(base64Encoded: String(text)), data.count <= byteLimit
        else { return false }
        return ImageFormat(of: Array(data)) == format
    }
}

package enum ImageFormat: String, Hashable, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webP = "image/webp"

    package var mediaType: String { rawValue }

    /// Determines the format from the first bytes of a file; `nil` for others, such as SVG, which can contain scripts.
    package init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webP
        } else {
            return nil
        }
    }
}
