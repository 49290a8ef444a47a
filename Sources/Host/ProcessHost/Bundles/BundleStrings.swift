package import TodayProtocol

/// The texts of an installed bundle: `Localizable.strings` in its `lproj` folders.
package struct BundleStrings: Sendable {
    private let bundle: String
    private let limits = BundleLimits()

    package init(bundle: String) { self.bundle = bundle }

    package var languages: [String] {
        // The bundle may have been removed.
        let names = (try? FileTree.names(in: bundle)) ?? []
        let languages = names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }.filter {
            $0 == "Base" || BundleNames.isLanguage($0.replacing("_", with: "-"))
        }
        return Array(languages.sorted().prefix(limits.languages))
    }

    /// Returns the texts of one of the ``languages``; none if there is no file, if it is too large, or if it cannot be
    /// read.
    package func table(for language: String) -> LocalizedStrings.Table {
        let file = "\(bundle)/\(language).lproj/Localizable.strings"
        let bytes = try? SmallFile.read(file, limit: limits.fileBytes)
        return LocalizedStrings.Table(language: language, strings: bytes.flatMap { try? StringsFile.parse($0) } ?? [:])
    }
}
