import HostModel
import TodayProtocol

/// Reads an app's bundle and finds all mistakes in it.
package struct BundleReader: Sendable {
    let limits: BundleLimits

    package init(limits: BundleLimits = BundleLimits()) { self.limits = limits }

    /// Reads `Name.app` and the widgets in its `PlugIns`.
    ///
    /// Extensions of other extension points are listed in the manifest and not read any further; so are keys of
    /// features that Today does not have.
    ///
    /// - Parameter path: The bundle's path, absolute or relative to the current folder.
    /// - Returns: The manifest of a bundle that has no problem.
    /// - Throws: ``BundleError`` with code `notFound`, or `invalid` and every problem that was found.
    package func read(at path: String) throws(BundleError) -> AppManifest {
        guard let root = BundleFolder.resolved(path), BundleFolder.isFolder(root) else {
            throw BundleError(.notFound, .noBundleAtPath(path))
        }
        let name = root.split(separator: "/").last.map(String.init) ?? root
        var problems = BundleProblems()
        if !name.hasSuffix(".app") || name.count <= 4 {
            problems.add(
                file: "",
                "An app's bundle is a folder whose name ends in .app.",
                remedy: "Rename it to Name.app."
            )
        }
        let app = readApp(BundleFolder(path: root, prefix: ""), named: name, &problems)
        guard problems.all.isEmpty, let app else {
            throw BundleError(problems.all, in: name)
        }
        return app
    }

    private func readApp(_ folder: BundleFolder, named name: String, _ problems: inout BundleProblems) -> AppManifest? {
        guard let info = readTable("Info.plist", in: folder, required: true, &problems) else { return nil }
        let entitlements = readEntitlements(in: folder, &problems)
        let id = readIdentifier(info, &problems)
        let title = readName(info, in: folder, &problems)
        let version = readVersion(info, &problems)
        if version == nil, info.values["CFBundleShortVersionString"] == nil {
            info.report(
                "CFBundleShortVersionString",
                "It is missing.",
                remedy: "Give the app a version such as 1.0.",
                &problems
            )
        }
        let executable = readExecutable(info, in: folder, &problems)
        if info.values["NSExtension"] != nil {
            info.report(
                "NSExtension",
                "An app is no extension.",
                remedy: "Put widgets into PlugIns/Name.appex.",
                &problems
            )
        }
        let schemes = readSchemes(info, &problems)
        let hosts = readHosts(info, &problems)
        let modes = info.strings("UIBackgroundModes", &problems)
        let icons = readIcons(info, in: folder, &problems)
        let images = readImages(in: folder, &problems)
        let purpose = entitlements.location == nil ? nil : readLocationPurpose(info, in: folder, &problems)
        info.noteUnsupportedInfoKeys(besides: entitlements.location == nil ? [] : [Self.locationPurposeKey], &problems)
        info.noteUnsupported(modes, with: entitlements, &problems)
        let extensions = readExtensions(in: folder, app: (id, version, hosts, entitlements), &problems)
        let parts = extensions.widgets + extensions.programs.map(\.program)
        if !hosts.isEmpty, !([entitlements] + parts.map(\.entitlements)).contains(where: \.networkClient) {
            info.report(
                "TodayAllowedHosts",
                "Hosts are listed, but neither the app nor a widget may use the network.",
                remedy: "Set com.apple.security.network.client to true in Entitlements.plist.",
                &problems
            )
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
            allowedHosts: hosts,
            entitlements: entitlements,
            locationPurpose: purpose,
            icons: icons,
            images: images,
            widgets: extensions.widgets,
            share: extensions.share,
            extensions: extensions.programs,
            unsupportedExtensions: extensions.unsupported,
            unsupportedKeys: problems.unsupportedKeys
        )
    }

    private func readSchemes(_ info: PropertyListTable, _ problems: inout BundleProblems) -> [String] {
        var schemes: [String] = []
        for type in info.tables("CFBundleURLTypes", &problems) {
            for scheme in type.strings("CFBundleURLSchemes", &problems) {
                let lower = scheme.lowercased()
                if !BundleNames.isScheme(scheme) {
                    type.report(
                        "CFBundleURLSchemes",
                        "\"\(scheme)\" is no URL scheme.",
                        remedy: "A scheme begins with a letter and goes on with letters, digits, +, - and dots.",
                        &problems
                    )
                } else if BundleNames.reservedSchemes.contains(lower) {
                    type.report(
                        "CFBundleURLSchemes",
                        "The scheme \"\(lower)\" is reserved.",
                        remedy: "Choose one of the app's own.",
                        &problems
                    )
                } else if !schemes.contains(lower) {
                    schemes.append(lower)
                }
            }
        }
        return schemes
    }
}

/// The limits on a bundle and its parts.
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
    /// Maximum nesting depth of folders.
    package var folderDepth = 32
    /// Maximum size of the signature, in bytes, which grows with the number of files.
    package var signatureBytes = 4 * 1024 * 1024

    /// Creates the limits that apply outside of tests.
    package init() {}
}
