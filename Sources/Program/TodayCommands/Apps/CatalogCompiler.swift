import Foundation
import TodayProtocol

/// Compiles an app's string catalogs into the strings files of bundles, as Xcode does.
///
/// A catalog `NAME.xcstrings` becomes `xx.lproj/NAME.strings` for each of its languages. A text that a language lacks is
/// in the source language there. A plural form has the key of its text and its category, such as `days|one`.
struct CatalogCompiler {
    /// The pairs by the path of their file in a bundle.
    private var files: [String: [String: String]] = [:]

    /// Reads the catalogs of a folder; there are none if there is no folder.
    ///
    /// - Throws: ``CommandError`` if a file is no catalog.
    init(_ folder: String) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names where name.hasSuffix(".xcstrings") {
            let file = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
            guard let languages = StringCatalog.languages(of: file) else {
                throw CommandError("Texts/\(name) is not a string catalog; fix its syntax.")
            }
            for language in languages {
                let tables = StringCatalog.tables(in: [language, languages[0]], of: [file])
                let own = tables[0].strings
                let lacking = tables[1].strings.filter { own[String($0.key.prefix { $0 != "|" })] == nil }
                files["\(language).lproj/\(name.dropLast(".xcstrings".count)).strings"] =
                    own.merging(lacking) { own, _ in own }
            }
        }
    }

    /// Writes the strings into a bundle; what a file of the bundle already says stays.
    ///
    /// - Throws: ``CommandError`` if a file of the bundle is no strings file.
    func write(to bundle: String) throws {
        for (name, pairs) in files where !pairs.isEmpty {
            let path = "\(bundle)/\(name)"
            var pairs = pairs
            if let data = FileManager.default.contents(atPath: path) {
                do { pairs.merge(try StringsFile.parse(Array(data))) { $1 } } catch {
                    throw CommandError("\(name), line \(error.line): \(error.message)", cause: error)
                }
            }
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(StringsFile.text(pairs).utf8).write(to: URL(filePath: path))
        }
    }
}
