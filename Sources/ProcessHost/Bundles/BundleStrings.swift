import Foundation

/// The texts of an installed bundle: `Localizable.strings` in its `lproj` folders.
package struct BundleStrings: Sendable {
    private let bundle: String
    private let limits = BundleLimits()

    /// Names a bundle by its absolute path.
    package init(bundle: String) { self.bundle = bundle }

    /// The bundle's languages, by the names of its folders without `.lproj`; at most as many as are read of any bundle.
    package var languages: [String] {
        // A bundle that is gone has none.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: bundle)) ?? []
        let languages = names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
        return Array(
            languages.filter { $0 == "Base" || BundleNames.isLanguage($0.replacing("_", with: "-")) }.sorted().prefix(
                limits.languages
            )
        )
    }

    /// The texts of one language by key.
    ///
    /// - Parameter language: One of ``languages``.
    /// - Returns: The texts; none if there is no file, if it is too large, or if it cannot be read.
    package func table(for language: String) -> [String: String] {
        do {
            let bytes = try SmallFile.read("\(bundle)/\(language).lproj/Localizable.strings", limit: limits.fileBytes)
            return try StringsFile.parse(bytes)
        } catch {
            return [:]
        }
    }
}
