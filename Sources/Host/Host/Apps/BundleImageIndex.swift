import Foundation
package import HostModel
package import ProcessHost
import TodayProtocol

extension BundleImageIndex {
    /// The width in pixels of the largest icon on a page: 56 points at scale 3.
    private static let iconPixels = 168

    private static func points(_ pixels: Int, scale: Int) -> Int { (pixels + scale - 1) / scale }

    /// Creates the index of bundles, from their manifests without revoked rights, and their absolute paths.
    package init(_ apps: [(manifest: AppManifest, path: String)]) {
        self.init()
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
}

extension GetBundleImageIndexRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> BundleImageIndex { host.registry.images }
}

extension GetBundleImageRequest: HandledRequest {
    @concurrent
    package func reply(from host: TodayHost) async throws -> ImageFile {
        guard let file = host.registry.images.files[digest] else {
            throw HostError(.notFound, "No installed app has this image.")
        }
        do throws(SmallFile.Failure) {
            let bytes = try SmallFile.read(file.path, limit: BundleLimits().imageBytes)
            return ImageFile(mediaType: file.mediaType, bytes: bytes)
        } catch {
            // The app may have been removed meanwhile.
            throw HostError(.notFound, "This image cannot be read.", cause: error)
        }
    }
}

/// Picks an app's color, one of the eight that pages know, from its icon.
enum IconHue {
    /// Blue, indigo, purple, pink, red, amber, green and teal on the color circle, in degrees.
    private static let angles = [212.0, 243, 275, 330, 14, 40, 143, 185]
    /// The least saturation of a color that counts, from 0 to 1.
    private static let leastSaturation = 0.35

    /// Returns the number of the color closest to the first saturated `#rrggbb` in an SVG; `nil` if there is none.
    static func hue(ofSVG text: String) -> Int? {
        for match in text.matches(of: /#([0-9a-fA-F]{6})\b/) {
            guard let number = Int(match.1, radix: 16), let angle = angle(of: number) else { continue }
            return angles.indices.min { distance(angles[$0], angle) < distance(angles[$1], angle) }
        }
        return nil
    }

    /// Returns the hue angle of a color; `nil` if it is almost grey.
    private static func angle(of color: Int) -> Double? {
        let parts = [color >> 16, color >> 8, color].map { Double($0 & 0xFF) / 255 }
        guard let most = parts.max(), let least = parts.min(), most - least > leastSaturation * most else { return nil }
        let range = most - least
        let sixth =
            switch most {
            case parts[0]: (parts[1] - parts[2]) / range
            case parts[1]: 2 + (parts[2] - parts[0]) / range
            default: 4 + (parts[0] - parts[1]) / range
            }
        return (sixth * 60 + 360).truncatingRemainder(dividingBy: 360)
    }

    private static func distance(_ one: Double, _ other: Double) -> Double {
        let difference = abs(one - other)
        return min(difference, 360 - difference)
    }
}
