import CWebAssets
import Crypto
import JSON
import TodayProtocol

/// The style sheets and the script of the pages, which are embedded in the program.
///
/// Pages contain their style sheets, so that the first paint takes one request. The script is written as ES modules, of
/// which each page loads one ``ScriptBundle``. The name of the scripts' folder is a hash of all of them, so browsers may
/// cache each forever.
package enum Assets {
    /// Style sheet of every page.
    static let styleSheet = shrink(
        "theme.css",
        "base.css",
        "screen.css",
        "grid.css",
        "cards.css",
        "messages.css",
        "tabs.css",
        "notifications.css"
    )
    /// Style sheet for parts that only the script shows: the editor, sheets, the command palette, and the list beside
    /// the screen.
    ///
    /// The script loads it after the first paint.
    static let laterStyleSheet = shrink(
        "theme-later.css",
        "editor.css",
        "sheet.css",
        "palette.css",
        "notices.css",
        "list.css",
        "waiting.css"
    )
    /// Last path component of that sheet's URL, which changes with its content.
    static let laterStyleSheetName = hash(of: ["later.css": laterStyleSheet]) + ".css"

    /// Text of each module of the scripts, by file name.
    static let modules: [String: String] = {
        let folder = "Scripts/"
        let scripts = files.filter { $0.key.hasPrefix(folder) }
        return Dictionary(
            uniqueKeysWithValues: scripts.map {
                (String($0.key.dropFirst(folder.count)), String(decoding: $0.value, as: UTF8.self))
            }
        )
    }()
    /// The scripts that pages and the service worker load: that of every page with its frame, those of the pages that
    /// offer to sign in and that say that the host is away, and the store of taps for the worker.
    static let bundles: [String: ScriptBundle] = Dictionary(
        uniqueKeysWithValues: ["main.js", "sign-in.js", "away.js", "tap-store.js"].map {
            ($0, ScriptBundle(of: $0, from: modules))
        }
    )
    /// Scripts with the texts of the others, one for each language, by file name.
    ///
    /// A page loads that of its language first.
    static let strings: [String: [UInt8]] = {
        let tables = StringCatalog.tables(in: PageTexts.languages, of: [PageTexts.file])
        return Dictionary(
            uniqueKeysWithValues: tables.map { table in
                (stringsName(of: table.language), script(of: table.completed(by: tables[0]).strings))
            }
        )
    }()
    /// The texts of ``bundles``, and ``strings``, by file name.
    static let scripts = bundles.mapValues { Array($0.text.utf8) }.merging(strings) { bundle, _ in bundle }
    /// Name of the folder from which the scripts are served.
    static let version = hash(of: scripts)
    /// Path of the script of every page with its frame.
    package static let scriptPath = "/assets/\(version)/main.js"
    /// Path of the script for signing in with a passkey.
    static let signInScriptPath = "/assets/\(version)/sign-in.js"
    /// Path of the script of the page that says that the host is away.
    static let awayScriptPath = "/assets/\(version)/away.js"

    /// Returns the path of the texts of the scripts in a language.
    static func stringsPath(in language: PageLanguage) -> String {
        "/assets/\(version)/\(stringsName(of: language.tag))"
    }

    private static func stringsName(of language: String) -> String { "strings-\(language).js" }

    /// Returns the service worker for pages in a language.
    ///
    /// It begins with the URLs that it caches: a new version of the script, or another language, makes a new worker.
    static func worker(in language: PageLanguage) -> [UInt8] {
        let names = bundles.keys.sorted() + [stringsName(of: language.tag)]
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let head = """
            const version = "\(version)";
            const scripts = [\(list)].map((name) => `/assets/${version}/${name}`);
            const styleSheet = "/later/\(laterStyleSheetName)";

            """
        return Array(head.utf8) + file("Worker/worker.js")
    }

    /// Returns a file of the folder `Assets`.
    ///
    /// - Parameter path: The path in the folder; `CWebAssets` must have the file.
    /// - Returns: The bytes of the file.
    static func file(_ path: String) -> [UInt8] { Array(bytes(path)) }

    /// Returns the bytes of a file of the folder `Assets`, which are never freed.
    static func bytes(_ path: String) -> UnsafeBufferPointer<UInt8> {
        guard let bytes = files[path] else { preconditionFailure("Assets.c does not embed \(path)") }
        return bytes
    }

    // The bytes are constants of the program.
    private nonisolated(unsafe) static let files: [String: UnsafeBufferPointer<UInt8>] = {
        var count = 0
        let assets = UnsafeBufferPointer(start: web_assets(&count), count: count)
        return Dictionary(
            uniqueKeysWithValues: assets.map {
                (String(cString: $0.path), UnsafeBufferPointer(start: $0.bytes, count: $0.count))
            }
        )
    }()

    /// Returns the script that declares those of the texts that are for scripts.
    private static func script(of texts: [String: String]) -> [UInt8] {
        let prefix = "script."
        let own = texts.filter { $0.key.hasPrefix(prefix) }
            .map { (String($0.key.dropFirst(prefix.count)), JSONValue.string($0.value)) }
        let object = JSONValue.object(Dictionary(uniqueKeysWithValues: own))
        return Array("const strings = \(object.jsonText);\n".utf8)
    }

    /// Returns style sheets without what browsers do not need.
    static func shrink(_ sheets: String...) -> [UInt8] {
        sheets.flatMap { StyleSheetShrinker.shrink(file("Styles/\($0)")) }
    }

    private static func hash(of files: [String: [UInt8]]) -> String {
        var hash = SHA256()
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(name) \(bytes.count)\n".utf8))
            hash.update(data: bytes)
        }
        return hash.finalize().prefix(8).hexadecimalDigits
    }
}
