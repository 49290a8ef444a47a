extension BundleReader {
    /// The purpose of an image, which determines its maximum size.
    private enum ImageUse {
        case icon, card
    }

    func readIcons(_ info: PropertyListTable, in folder: BundleFolder) -> [BundleImage] {
        var (table, key, names) = (info, "CFBundleIconFiles", [String]())
        if info.values["CFBundleIcons"] != nil {
            guard let icons = info.table("CFBundleIcons"), icons.values["CFBundlePrimaryIcon"] != nil,
                let primary = icons.table("CFBundlePrimaryIcon")
            else { return [] }
            table = primary
            names = primary.strings(key)
        } else if info.values[key] != nil {
            names = info.strings(key)
        } else if let name = info.string("CFBundleIconFile") {
            key = "CFBundleIconFile"
            names = [name]
        }
        if names.count > limits.icons {
            let message = "It names \(names.count) icons; \(limits.icons) are read."
            table.report(key, message, remedy: "Keep the larger ones.")
        }
        var found: [BundleImage] = []
        for name in names.prefix(limits.icons) {
            guard let files = iconFiles(name) else {
                let remedy = "Write the name of a PNG or SVG that lies beside Info.plist, with or without its ending."
                table.report(key, "\"\(name)\" is no name of an icon.", remedy: remedy)
                continue
            }
            let existing = files.filter(folder.has)
            if existing.isEmpty {
                let missing = files.map(folder.reported).joined(separator: ", no ")
                table.report(key, "There is no \(missing).", remedy: "Put the icon there, or mend the name.")
            }
            for image in existing.compactMap({ readImage($0, for: .icon, in: folder) }) where !found.contains(image) {
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
    func readImages(in folder: BundleFolder) -> [BundleImage] {
        guard let names = try? FileTree.names(in: folder.path) else { return [] }
        let files = names.filter { BundleImage.parts(of: $0) != nil }
        if files.count > limits.images {
            let remedy = "Move those that no card shows into a folder of their own."
            folder.report("", "It holds \(files.count) images; \(limits.images) are read.", remedy: remedy)
        }
        let wrong = Set(folder.problems.all.map(\.file))
        return files.prefix(limits.images).filter { !wrong.contains(folder.reported($0)) }
            .compactMap { readImage($0, for: .card, in: folder) }
    }

    private func readImage(_ file: String, for use: ImageUse, in folder: BundleFolder) -> BundleImage? {
        guard let format = BundleImage.Format(nameEnding: file) else { return nil }
        let limit = format == .svg ? limits.svgBytes : limits.imageBytes
        let remedy = "Make it smaller" + (use == .icon ? "." : ", or move it into a folder if no card shows it.")
        guard let bytes = folder.read(file, limit: limit, tooLarge: remedy) else { return nil }
        do throws(BundleMistake) {
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
            folder.report(file, error.message, remedy: error.remedy)
            return nil
        }
    }

    /// Checks an image, and returns its size; for an SVG, that of its `viewBox` in whole numbers.
    private func check(
        _ bytes: [UInt8],
        _ format: BundleImage.Format,
        for use: ImageUse
    ) throws(BundleMistake) -> PixelSize {
        let size: PixelSize
        switch format {
        case .svg:
            let box = try SVGChecker.check(bytes)
            guard use == .card || box.width == box.height else {
                throw BundleMistake(
                    message: "Its viewBox is no square.",
                    remedy: "Draw an icon in a square, such as viewBox=\"0 0 64 64\"."
                )
            }
            let sides = [box.width, box.height].map { Int(min(max($0.rounded(), 1), Double(limits.imagePixels))) }
            return PixelSize(width: sides[0], height: sides[1])
        case .png: size = try PixelSize.png(bytes)
        case .jpeg: size = try PixelSize.jpeg(bytes)
        }
        let limit = use == .icon ? limits.iconPixels : limits.imagePixels
        guard (1...limit).contains(size.width), (1...limit).contains(size.height) else {
            throw BundleMistake(
                message: "It has \(size.width) × \(size.height) pixels; 1 to \(limit) each way are possible.",
                remedy: "Scale it."
            )
        }
        guard use == .card || size.width == size.height else {
            throw BundleMistake(
                message: "It has \(size.width) × \(size.height) pixels, which is no square.",
                remedy: "Draw an icon in a square, such as 180 × 180 pixels."
            )
        }
        return size
    }
}
