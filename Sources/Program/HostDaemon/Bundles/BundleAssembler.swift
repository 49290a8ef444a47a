import Foundation
package import HostModel
import ProcessHost
import TodayProtocol

package struct AssembledBundle: Encodable, Sendable {
    package let path: String
    let id: AppID
    let version: String
    let widgets: [WidgetID]
    /// The parts of the bundle that will not run or have no effect, one sentence each; `nil` if there are none.
    package let warnings: [String]?
}

/// Assembles `Name.app` from a source folder and a folder of built programs.
///
/// `Bundle/` in the source folder becomes the bundle, and `Bundle/PlugIns/X` becomes `PlugIns/X.appex`. The
/// `CFBundleExecutable` of each `Info.plist` is copied from the build folder, unless it is in the source folder, for
/// example as a script. If an app and its widgets have the same program, they share one file through hard links. The
/// string catalogs in `Texts/` become strings files of the app and of each of its extensions.
package struct BundleAssembler: Sendable {
    /// The absolute path of the folder that contains `Bundle/`, whose name is that of the bundle; the others are those
    /// with the built programs, and for the bundle.
    private let source: String
    private let products: String
    private let output: String

    package init(source: String, products: String, output: String) {
        self.source = source
        self.products = products
        self.output = output
    }

    var bundle: String { "\(output)/\(URL(filePath: source).lastPathComponent).app" }

    /// Assembles the bundle, and replaces an existing one once the new one is complete and valid.
    package func assemble() throws(HostError) -> AssembledBundle {
        let manifest = try assembleManifest()
        let warnings = manifest.unsupportedSentences.map(\.english)
        return AssembledBundle(
            path: bundle,
            id: manifest.id,
            version: manifest.version,
            widgets: manifest.widgets.map(\.id),
            warnings: warnings.isEmpty ? nil : warnings
        )
    }

    func assembleManifest() throws(HostError) -> AppManifest {
        let files = FileManager.default
        guard isFolder("\(source)/Bundle") else {
            throw HostError(
                .badBundle,
                "\(source) has no folder Bundle; put Info.plist and what else the bundle holds there."
            )
        }
        let holder = "\(output)/.today-\(UUID().uuidString)"
        let staged = "\(holder)/\(URL(filePath: bundle).lastPathComponent)"
        do {
            try files.createDirectory(atPath: holder, withIntermediateDirectories: true)
            defer { try? files.removeItem(atPath: holder) }
            try files.copyItem(atPath: "\(source)/Bundle", toPath: staged)
            try renameExtensions(in: staged)
            try addPrograms(to: staged)
            try addStrings(to: staged)
            let manifest = try BundleReader().read(at: staged)
            // There may be none; the next step reports a failure.
            try? files.removeItem(atPath: bundle)
            try files.moveItem(atPath: staged, toPath: bundle)
            return manifest
        } catch let error as HostError {
            throw error
        } catch let error as BundleError {
            throw HostError(.badBundle, .text(error.description), cause: error)
        } catch {
            throw HostError(.badBundle, "\(bundle) cannot be written: \(error.localizedDescription)", cause: error)
        }
    }

    /// Returns the paths of what is in the folder of extensions, if there is one.
    private func extensions(in folder: String) throws -> [String] {
        let plugIns = "\(folder)/PlugIns"
        guard isFolder(plugIns) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: plugIns).sorted().map { "\(plugIns)/\($0)" }
    }

    private func renameExtensions(in folder: String) throws {
        for path in try extensions(in: folder) where !path.hasSuffix(".appex") && isFolder(path) {
            try FileManager.default.moveItem(atPath: path, toPath: "\(path).appex")
        }
    }

    private func addStrings(to folder: String) throws {
        let catalogs = try CatalogCompiler("\(source)/Texts")
        for bundle in try [folder] + extensions(in: folder).filter(isFolder) { try catalogs.write(to: bundle) }
    }

    private func addPrograms(to folder: String) throws {
        var copies: [String: String] = [:]
        try addProgram(to: folder, called: "Bundle", &copies)
        for path in try extensions(in: folder) {
            try addProgram(to: path, called: "Bundle/PlugIns/\(URL(filePath: path).lastPathComponent)", &copies)
        }
    }

    /// Copies the program that the `Info.plist` of a folder names into the folder, or links it to an existing copy.
    ///
    /// `copies` maps the names of programs to the paths of their copies.
    private func addProgram(to folder: String, called name: String, _ copies: inout [String: String]) throws {
        let file = "\(folder)/Info.plist"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw HostError(.badBundle, "\(name)/Info.plist is missing; every bundle has one.")
        }
        let list: Any
        do { list = try PropertyListSerialization.propertyList(from: data, format: nil) } catch {
            throw HostError(.badBundle, "\(name)/Info.plist is not a property list; fix its syntax.", cause: error)
        }
        guard let program = (list as? [String: Any])?["CFBundleExecutable"] as? String, !program.isEmpty,
            !program.contains("/")
        else {
            if needsNoProgram(list) { return }
            throw HostError(.badBundle, "\(name)/Info.plist names no program; set CFBundleExecutable to a file's name.")
        }
        let place = "\(folder)/\(program)"
        guard !FileManager.default.fileExists(atPath: place) else { return }
        guard FileManager.default.fileExists(atPath: "\(products)/\(program)") else {
            if needsNoProgram(list) { return }
            throw HostError(
                .badBundle,
                "\(products) has no program \(program), which \(name)/Info.plist names; build it first."
            )
        }
        // Not every file system has hard links.
        if let copy = copies[program], link(copy, place) == 0 { return }
        try FileManager.default.copyItem(atPath: "\(products)/\(program)", toPath: place)
        copies[program] = place
    }

    /// Returns `true` if a property list is that of a Share extension, or of an extension that Today does not run.
    private func needsNoProgram(_ list: Any) -> Bool {
        let table = (list as? [String: Any])?["NSExtension"] as? [String: Any]
        guard let point = table?["NSExtensionPointIdentifier"] as? String else { return false }
        return ExtensionPoint(identifier: point) != .widget
    }

    private func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

/// Compiles an app's string catalogs into the strings files of bundles, as Xcode does.
///
/// A catalog `NAME.xcstrings` becomes `xx.lproj/NAME.strings` for each of its languages. A text that a language lacks
/// is in the source language there. A plural form has the key of its text and its category, such as `days|one`.
struct CatalogCompiler {
    /// The pairs by the path of their file in a bundle.
    private var files: [String: [String: String]] = [:]

    /// Reads the catalogs of a folder; there are none if there is no folder.
    init(_ folder: String) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names where name.hasSuffix(".xcstrings") {
            let file = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
            guard let languages = StringCatalog.languages(of: file) else {
                throw HostError(.badBundle, "Texts/\(name) is not a string catalog; fix its syntax.")
            }
            let tables = StringCatalog.tables(in: languages, of: [file])
            for table in tables {
                files["\(table.language).lproj/\(name.dropLast(".xcstrings".count)).strings"] =
                    table.completed(by: tables[0]).strings
            }
        }
    }

    /// Writes the strings into a bundle; what a file of the bundle already says stays.
    func write(to bundle: String) throws {
        for (name, pairs) in files where !pairs.isEmpty {
            let path = "\(bundle)/\(name)"
            var pairs = pairs
            if let data = FileManager.default.contents(atPath: path) {
                do { pairs.merge(try StringsFile.parse(Array(data))) { $1 } } catch {
                    throw HostError(.badBundle, "\(name), line \(error.line): \(error.message)", cause: error)
                }
            }
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(StringsFile.text(pairs).utf8).write(to: URL(filePath: path))
        }
    }
}
