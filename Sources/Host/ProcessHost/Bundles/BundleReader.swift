import HostModel
import TodayProtocol

/// Reads an app's bundle and finds all mistakes in it.
package struct BundleReader: Sendable {
    let limits: BundleLimits

    package init(limits: BundleLimits = BundleLimits()) { self.limits = limits }

    /// Reads `Name.app` at a path, absolute or relative to the current folder, and the widgets in its `PlugIns`.
    ///
    /// Extensions of other extension points are listed in the manifest and not read any further; so are keys of
    /// features that Today does not have.
    ///
    /// - Throws: ``BundleError`` with code `notFound`, or `invalid` and every problem that was found.
    package func read(at path: String) throws(BundleError) -> AppManifest {
        guard let root = BundleFolder.resolved(path), BundleFolder.isFolder(root) else {
            throw BundleError(.notFound, .noBundleAtPath(path))
        }
        let name = BundleFolder.name(of: root)
        let problems = BundleProblems()
        let folder = BundleFolder(path: root, prefix: "", problems: problems)
        if !name.hasSuffix(".app") || name.count <= 4 {
            let message = "An app's bundle is a folder whose name ends in .app."
            folder.report("", message, remedy: "Rename it to Name.app.")
        }
        let app = readApp(folder, named: name)
        guard problems.all.isEmpty, let app else { throw BundleError(problems.all, in: name) }
        return app
    }

    private func readApp(_ folder: BundleFolder, named name: String) -> AppManifest? {
        guard let info = readTable("Info.plist", in: folder, required: true) else { return nil }
        let entitlements = readEntitlements(in: folder)
        let id = readIdentifier(info)
        let title = readName(info, in: folder)
        let version = readVersion(info)
        if version == nil, info.values["CFBundleShortVersionString"] == nil {
            info.report("CFBundleShortVersionString", "It is missing.", remedy: "Give the app a version such as 1.0.")
        }
        let executable = readExecutable(info, in: folder)
        if info.values["NSExtension"] != nil {
            info.report("NSExtension", "An app is no extension.", remedy: "Put widgets into PlugIns/Name.appex.")
        }
        let schemes = readSchemes(info)
        let hosts = readHosts(info)
        let modes = info.strings("UIBackgroundModes")
        let icons = readIcons(info, in: folder)
        let images = readImages(in: folder)
        let purpose = entitlements.location == nil ? nil : readLocationPurpose(info, in: folder)
        info.noteUnsupportedInfoKeys(besides: entitlements.location == nil ? [] : [Self.locationPurposeKey])
        info.noteUnsupported(modes, with: entitlements)
        let extensions = readExtensions(in: folder, app: (id, version, hosts, entitlements))
        let parts = extensions.widgets + extensions.programs.map(\.program)
        if !hosts.isEmpty, !([entitlements] + parts.map(\.entitlements)).contains(where: \.networkClient) {
            let message = "Hosts are listed, but neither the app nor a widget may use the network."
            let remedy = "Set com.apple.security.network.client to true in Entitlements.plist."
            info.report("TodayAllowedHosts", message, remedy: remedy)
        }
        guard let id, let title, let version, let executable else { return nil }
        return AppManifest(
            id: id,
            folder: name,
            name: title,
            version: version,
            executable: executable,
            urlSchemes: schemes,
            backgroundModes: modes,
            isSearchable: info.bool("TodaySearch"),
            allowedHosts: hosts,
            entitlements: entitlements,
            locationPurpose: purpose,
            icons: icons,
            images: images,
            widgets: extensions.widgets,
            share: extensions.share,
            extensions: extensions.programs,
            unsupportedExtensions: extensions.unsupported,
            unsupportedKeys: folder.problems.unsupportedKeys
        )
    }

    private func readSchemes(_ info: PropertyListTable) -> [String] {
        var schemes: [String] = []
        let key = "CFBundleURLSchemes"
        for type in info.tables("CFBundleURLTypes") {
            for scheme in type.strings(key) {
                let lower = scheme.lowercased()
                if !BundleNames.isScheme(scheme) {
                    let remedy = "A scheme begins with a letter and goes on with letters, digits, +, - and dots."
                    type.report(key, "\"\(scheme)\" is no URL scheme.", remedy: remedy)
                } else if BundleNames.reservedSchemes.contains(lower) {
                    type.report(key, "The scheme \"\(lower)\" is reserved.", remedy: "Choose one of the app's own.")
                } else if !schemes.contains(lower) {
                    schemes.append(lower)
                }
            }
        }
        return schemes
    }
}

package struct BundleLimits: Hashable, Sendable {
    /// Maximum size of a property list, a strings file or a card, in bytes.
    package var fileBytes = 256 * 1024
    /// Maximum nesting depth of the values of a property list.
    package var propertyListDepth = 16
    /// Maximum number of widgets and other extensions of an app.
    package var widgets = 32
    /// Maximum number each of app groups, record containers and keychain groups of an app or a widget.
    package var groups = 16
    /// Maximum number of languages of a bundle.
    package var languages = 200
    /// Maximum number of names of icons that an app may list.
    package var icons = 16
    /// Maximum width and height of an icon, in pixels.
    package var iconPixels = 1024
    /// Maximum number of images for cards in a bundle.
    package var images = 200
    /// Maximum width and height of an image for cards, in pixels.
    package var imagePixels = 4096
    /// Maximum size of a PNG or JPEG, in bytes.
    package var imageBytes = 1024 * 1024
    /// Maximum size of an SVG, in bytes.
    package var svgBytes = 128 * 1024
    /// Maximum total size of all files, in bytes.
    package var bundleBytes = 512 * 1024 * 1024
    /// Maximum number of files, folders and links in a bundle.
    package var entries = 10_000
    package var folderDepth = 32
    /// Maximum size of the signature, in bytes, which grows with the number of files.
    package var signatureBytes = 4 * 1024 * 1024

    package init() {}
}
