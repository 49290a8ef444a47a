extension BundleReader {
    /// The purpose of an image, which determines its maximum size.
    private enum ImageUse {
        case icon, card
    }

    /// Reads the app's icon: every variant of the files that `CFBundleIcons` names.
    func readIcons(
        _ info: PropertyListTable,
        in folder: BundleFolder,
        _ problems: inout BundleProblems
    ) -> [BundleImage] {
        var (table, key, names) = (info, "CFBundleIconFiles", [String]())
        if info.values["CFBundleIcons"] != nil {
            guard let icons = info.table("CFBundleIcons", &problems), icons.values["CFBundlePrimaryIcon"] != nil,
                let primary = icons.table("CFBundlePrimaryIcon", &problems)
            else { return [] }
            table = primary
            names = primary.strings(key, &problems)
        } else if info.values[key] != nil {
            names = info.strings(key, &problems)
        } else if let name = info.string("CFBundleIconFile", &problems) {
            key = "CFBundleIconFile"
            names = [name]
        }
        if names.count > limits.icons {
            table.report(
                key,
                "It names \(names.count) icons; \(limits.icons) are read.",
                remedy: "Keep the larger ones.",
                &problems
            )
        }
        var found: [BundleImage] = []
        for name in names.prefix(limits.icons) {
            guard let files = iconFiles(name) else {
                table.report(
                    key,
                    "\"\(name)\" is no name of an icon.",
                    remedy: "Write the name of a PNG or SVG that lies beside Info.plist, with or without its ending.",
                    &problems
                )
                continue
            }
            let existing = files.filter(folder.has)
            if existing.isEmpty {
                table.report(
                    key,
                    "There is no \(files.map(folder.reported).joined(separator: ", no ")).",
                    remedy: "Put the icon there, or mend the name.",
                    &problems
                )
            }
            for file in existing {
                guard let image = readImage(file, for: .icon, in: folder, &problems), !found.contains(image) else {
                    continue
                }
                found.append(image)
            }
        }
        return found
    }

    /// Returns the possible file names of an icon; `nil` if its name leads out of the folder or has another format's
    /// extension.
    private func iconFiles(_ name: String) -> [String]? {
        guard BundleNames.isInnerPath(name), !name.contains("/") else { return nil }
        let lower = name.lowercased()
        if lower.hasSuffix(".svg") { return [name] }
        guard lower.hasSuffix(".png") else {
            guard BundleImage.Format(nameEnding: name) == nil else { return nil }
            return ["\(name).svg", "\(name).png", "\(name)@2x.png", "\(name)@3x.png"]
        }
        let stem = name.dropLast(4)
        return [name, "\(stem)@2x.png", "\(stem)@3x.png"]
    }

    /// Reads the images that cards can show: all images next to the `Info.plist`, except those with a reported mistake.
    func readImages(in folder: BundleFolder, _ problems: inout BundleProblems) -> [BundleImage] {
        guard let names = try? FileTree.names(in: folder.path) else { return [] }
        let files = names.filter { BundleImage.parts(of: $0) != nil }
        if files.count > limits.images {
            problems.add(
                file: folder.reported(""),
                "It holds \(files.count) images; \(limits.images) are read.",
                remedy: "Move those that no card shows into a folder of their own."
            )
        }
        let wrong = Set(problems.all.map(\.file))
        return files.prefix(limits.images).filter { !wrong.contains(folder.reported($0)) }
            .compactMap { readImage($0, for: .card, in: folder, &problems) }
    }

    private func readImage(
        _ file: String,
        for use: ImageUse,
        in folder: BundleFolder,
        _ problems: inout BundleProblems
    ) -> BundleImage? {
        guard let format = BundleImage.Format(nameEnding: file) else { return nil }
        let limit = format == .svg ? limits.svgBytes : limits.imageBytes
        let remedy = "Make it smaller" + (use == .icon ? "." : ", or move it into a folder if no card shows it.")
        guard let bytes = folder.read(file, limit: limit, tooLarge: remedy, &problems) else { return nil }
        do throws(BundleImageFailure) {
            let size = try check(bytes, format, for: use)
            let parts = BundleImage.parts(of: file)
            return BundleImage(
                name: parts?.name ?? file,
                isDark: parts?.isDark ?? false,
                scale: parts?.scale ?? 1,
                format: format,
                width: size.width,
                height: size.height,
                file: folder.reported(file),
                digest: BundleImage.digest(of: bytes)
            )
        } catch {
            problems.add(file: folder.reported(file), error.message, remedy: error.remedy)
            return nil
        }
    }

    /// Checks an image.
    ///
    /// - Returns: The size; for an SVG, that of its `viewBox` in whole numbers.
    private func check(
        _ bytes: [UInt8],
        _ format: BundleImage.Format,
        for use: ImageUse
    ) throws(BundleImageFailure) -> PixelSize {
        let size: PixelSize
        switch format {
        case .svg:
            let box = try SVGChecker.check(bytes)
            guard use == .card || box.width == box.height else {
                throw BundleImageFailure(
                    message: "Its viewBox is no square.",
                    remedy: "Draw an icon in a square, such as viewBox=\"0 0 64 64\"."
                )
            }
            let sides = [box.width, box.height].map { Int(min(max($0.rounded(), 1), Double(limits.imagePixels))) }
            return PixelSize(width: sides[0], height: sides[1])
        case .png: size = try PixelSize(png: bytes)
        case .jpeg: size = try PixelSize(jpeg: bytes)
        }
        let limit = use == .icon ? limits.iconPixels : limits.imagePixels
        guard (1...limit).contains(size.width), (1...limit).contains(size.height) else {
            throw BundleImageFailure(
                message: "It has \(size.width) × \(size.height) pixels; 1 to \(limit) each way are possible.",
                remedy: "Scale it."
            )
        }
        guard use == .card || size.width == size.height else {
            throw BundleImageFailure(
                message: "It has \(size.width) × \(size.height) pixels, which is no square.",
                remedy: "Draw an icon in a square, such as 180 × 180 pixels."
            )
        }
        return size
    }
}
