import TodayProtocol

/// Reads an app's bundle and everything that is wrong with it.
package struct BundleReader: Sendable {
    let limits: BundleLimits

    /// Makes a reader.
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
            throw BundleError(code: .notFound, message: "There is no bundle at \(path).")
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

/// How large a bundle and its parts may be.
package struct BundleLimits: Hashable, Sendable {
    /// The size of a property list, a strings file or a card, in bytes.
    package var fileBytes = 256 * 1024
    /// How deep the values of a property list nest.
    package var propertyListDepth = 16
    /// How many widgets and other extensions an app may have.
    package var widgets = 32
    /// How many groups an app or a widget may have, and how many record containers.
    package var groups = 16
    /// How many languages a bundle may be localised into.
    package var languages = 200
    /// How many files an app's icon may have.
    package var icons = 16
    /// How many pixels an icon may have each way.
    package var iconPixels = 1024
    /// How many images for cards a bundle may have.
    package var images = 200
    /// How many pixels an image for cards may have each way.
    package var imagePixels = 4096
    /// The size of a PNG or JPEG, in bytes.
    package var imageBytes = 1024 * 1024
    /// The size of an SVG, in bytes.
    package var svgBytes = 128 * 1024
    /// The size of all files together, in bytes.
    package var bundleBytes = 512 * 1024 * 1024
    /// How many files, folders and links a bundle may hold.
    package var entries = 10_000
    /// How deep folders nest.
    package var folderDepth = 32
    /// The size of the signature, in bytes; it grows with the number of files.
    package var signatureBytes = 4 * 1024 * 1024

    /// The limits that apply unless a test lowers them.
    package init() {}
}
