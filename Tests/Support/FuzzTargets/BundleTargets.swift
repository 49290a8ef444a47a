#if DEBUG
    @testable import ProcessHost

    extension FuzzTarget {
        /// Reads a property list, as XML or binary.
        static let propertyLists = FuzzTarget("property-lists") { input in
            _ = try? PropertyListFile.parse(input, depth: 16)
            return nil
        }

        /// Reads a strings file.
        static let strings = FuzzTarget("strings") { input in
            _ = try? StringsFile.parse(input)
            return nil
        }

        /// Checks a picture in SVG: one that is accepted has nothing that runs.
        static let pictures = FuzzTarget("pictures") { input in
            guard (try? SVGChecker.check(input)) != nil else { return nil }
            let text = String(decoding: input, as: UTF8.self).lowercased()
            return ["<script", "<foreignobject", "<!entity", "<!doctype"].first(where: text.contains)
        }
    }
#endif
