import Fetching
import Foundation
import JSON
package import ProcessHost
package import TodayProtocol

/// An index of the images of installed apps: their icons, the pictures that `bundle:NAME` refers to in a card, and
/// which cards may show images from other sites.
///
/// An in-memory value, rebuilt when the apps change. It names files by digest; ``GetBundleImageRequest`` returns their
/// content.
package struct BundleImageIndex: Hashable, Sendable {
    /// One file of a picture.
    package struct Variant: Hashable, Sendable {
        /// The digest of the file's content.
        package var digest: String
        /// The number of pixels per point: 1, 2 or 3.
        package var scale: Int

        package init(digest: String, scale: Int) {
            self.digest = digest
            self.scale = scale
        }
    }

    /// A picture in all its themes and scales.
    package struct Picture: Hashable, Sendable {
        /// The files for the light theme, and for both if ``dark`` is empty, by scale; never empty.
        package var light: [Variant]
        /// The files for the dark theme, by scale.
        package var dark: [Variant]
        /// The width in points.
        package var width: Int
        /// The height in points.
        package var height: Int

        package init(light: [Variant], dark: [Variant] = [], width: Int, height: Int) {
            self.light = light
            self.dark = dark
            self.width = width
            self.height = height
        }
    }

    /// An index without images.
    package static let empty = BundleImageIndex()

    /// The width in pixels of the largest icon on a page: 56 points at scale 3.
    private static let iconPixels = 168

    private var icons: [AppID: String] = [:]
    private var iconFiles: [AppID: String] = [:]
    private var hues: [AppID: Int] = [:]
    private var widgetApps: [WidgetID: AppID] = [:]
    private var pictures: [String: [String: Picture]] = [:]
    private var files: [String: File] = [:]
    /// The apps and widgets whose cards may show images from public servers, by identifier.
    private var remoteImageOwners: Set<String> = []

    /// The file that a digest stands for.
    private struct File: Hashable, Sendable {
        var path: String
        var mediaType: String
    }

    /// Creates an index without images.
    package init() {}

    /// Creates the index of installed bundles.
    ///
    /// - Parameter apps: The manifests without the rights that the person has revoked, with the absolute paths of their
    ///   bundles.
    package init(_ apps: [(manifest: AppManifest, path: String)]) {
        for (manifest, path) in apps {
            for widget in manifest.widgets {
                widgetApps[widget.id] = manifest.id
                pictures[widget.id.rawValue] = Self.pictures(widget.images)
                if widget.entitlements.remoteImages { remoteImageOwners.insert(widget.id.rawValue) }
            }
            pictures[manifest.id.rawValue] = Self.pictures(manifest.images)
            if manifest.entitlements.remoteImages { remoteImageOwners.insert(manifest.id.rawValue) }
            for image in manifest.icons + manifest.images + manifest.widgets.flatMap(\.images) {
                files[image.digest] = File(path: "\(path)/\(image.file)", mediaType: image.format.mediaType)
            }
            let icon = Self.icon(manifest.icons)
            icons[manifest.id] = icon?.digest
            if let icon, icon.format == .svg,
                let text = try? String(contentsOfFile: "\(path)/\(icon.file)", encoding: .utf8)
            {
                hues[manifest.id] = IconHue.hue(ofSVG: text)
            }
            // Not every notification server draws SVG.
            let raster = manifest.icons.filter { $0.format == .png && !$0.isDark }
            let file = raster.max { $0.width < $1.width } ?? manifest.icons.first
            iconFiles[manifest.id] = file.map { "\(path)/\($0.file)" }
        }
    }

    /// Returns the icon that pages draw: an SVG, or else the smallest PNG that is large enough, or else the largest.
    private static func icon(_ icons: [BundleImage]) -> BundleImage? {
        if let drawing = icons.first(where: { $0.format == .svg }) { return drawing }
        let sorted = icons.sorted { $0.width < $1.width }
        return sorted.first { $0.width >= iconPixels } ?? sorted.last
    }

    private static func pictures(_ images: [BundleImage]) -> [String: Picture] {
        Dictionary(grouping: images, by: \.name).compactMapValues { images in
            let (light, dark) = (variants(images.filter { !$0.isDark }), variants(images.filter(\.isDark)))
            guard let first = light.first ?? dark.first else { return nil }
            return Picture(
                light: (light.isEmpty ? dark : light).map(variant),
                dark: light.isEmpty ? [] : dark.map(variant),
                width: points(first.width, scale: first.scale),
                height: points(first.height, scale: first.scale)
            )
        }
    }

    /// Returns the files of one theme: an SVG alone, or else one PNG or JPEG for each scale.
    private static func variants(_ images: [BundleImage]) -> [BundleImage] {
        if let drawing = images.first(where: { $0.format == .svg }) { return [drawing] }
        let order = images.sorted { ($0.scale, $0.format == .png ? 0 : 1) < ($1.scale, $1.format == .png ? 0 : 1) }
        return order.reduce(into: []) { found, image in
            guard found.last?.scale != image.scale else { return }
            found.append(image)
        }
    }

    private static func variant(_ image: BundleImage) -> Variant { Variant(digest: image.digest, scale: image.scale) }

    private static func points(_ pixels: Int, scale: Int) -> Int { (pixels + scale - 1) / scale }

    // MARK: - Queries of surfaces

    /// The digest of an app's icon; `nil` if it has none.
    package func icon(of app: AppID) -> String? { icons[app] }

    /// The digest of the icon of a widget's app; `nil` if it has none.
    package func icon(of widget: WidgetID) -> String? { widgetApps[widget].flatMap { icons[$0] } }

    /// Returns the number, 0 to 7, of the color closest to that of an app's icon; `nil` unless the icon is an SVG with
    /// color.
    package func hue(of app: AppID) -> Int? { hues[app] }

    /// Returns the absolute path of an app's icon for local programs, a PNG if there is one; `nil` without an icon.
    package func iconFile(of app: AppID) -> String? { iconFiles[app] }

    /// Returns the picture that an address in a card refers to.
    ///
    /// - Parameters:
    ///   - address: The address: `bundle:NAME`. A name has no path and is not decoded.
    ///   - app: The app whose card it is.
    ///   - widget: The widget whose card it is, whose own images come first; `nil` for a page of the app.
    /// - Returns: The picture; `nil` if neither bundle has one of that name.
    package func picture(at address: String, of app: AppID, widget: WidgetID? = nil) -> Picture? {
        guard address.hasPrefix(Self.scheme) else { return nil }
        let name = String(address.dropFirst(Self.scheme.count))
        return widget.flatMap { pictures[$0.rawValue]?[name] } ?? pictures[app.rawValue]?[name]
    }

    /// Returns the problem with an image of a card, as a sentence for its author; `nil` if none is known before it is
    /// fetched.
    func problem(of address: String, app: AppID, widget: WidgetID?) -> String? {
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
    ///
    /// - Parameters:
    ///   - app: The app whose card it is.
    ///   - widget: The widget whose card it is; `nil` for a page of the app.
    /// - Returns: `true` if the app, or the widget, has the right to do so.
    package func mayShowRemoteImages(of app: AppID, widget: WidgetID? = nil) -> Bool {
        remoteImageOwners.contains(widget?.rawValue ?? app.rawValue)
    }

    /// The prefix of the addresses of a bundle's images.
    package static let scheme = "bundle:"

    /// The path and the media type of a file.
    func file(_ digest: String) -> (path: String, mediaType: String)? {
        files[digest].map { ($0.path, $0.mediaType) }
    }
}

extension BundleImageIndex {
    /// Sets an app's icon, pictures and right to images from public servers, for tests of surfaces, which have no
    /// bundles.
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

/// An image that a card contains as a `data:` address.
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

/// Asks for the image index of the installed bundles.
package struct GetBundleImageIndexRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws -> BundleImageIndex { host.components.registry.images }
}

/// Asks for an image of an installed bundle, which was checked when the bundle was installed.
///
/// Fails with `notFound` if no installed bundle has it.
package struct GetBundleImageRequest: HostRequest {
    /// The digest of the image's content, as in ``BundleImageIndex``.
    package var digest: String

    package init(_ digest: String) { self.digest = digest }

    @concurrent
    package func reply(from host: TodayHost) async throws -> ImageFile {
        guard let (path, mediaType) = host.components.registry.images.file(digest) else {
            throw HostError(.notFound, "No installed app has this image.")
        }
        do throws(SmallFile.Failure) {
            return ImageFile(mediaType: mediaType, bytes: try SmallFile.read(path, limit: BundleLimits().imageBytes))
        } catch {
            // The app may have been removed meanwhile.
            throw HostError(.notFound, "This image cannot be read.", cause: error)
        }
    }
}
