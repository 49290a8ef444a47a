#if DEBUG
    @testable import ProcessHost
    import TodayProtocol

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

        /// Reads a signature, and the listing in one: what is accepted is written again as it was.
        static let signatures = FuzzTarget("signatures") { input in
            if let signature = BundleSignature(parsing: input), signature.bytes != input { return "another signature" }
            let listing = BundleListing(parsing: input[...], limits: BundleLimits())
            return (listing?.bytes ?? input) == input ? nil : "another listing"
        }

        /// Checks a picture in SVG: one that is accepted has nothing that runs.
        static let pictures = FuzzTarget("pictures") { input in
            guard (try? SVGChecker.check(input)) != nil else { return nil }
            let text = String(decoding: input, as: UTF8.self).lowercased()
            return ["<script", "<foreignobject", "<!entity", "<!doctype"].first(where: text.contains)
        }
    }
#endif
