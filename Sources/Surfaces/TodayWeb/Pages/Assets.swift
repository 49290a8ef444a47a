import CWebAssets
import Crypto
import HTTPTypes
import JSON

/// The style sheets and the script of the pages, which are part of the program.
///
/// Pages hold their style sheets themselves, so that the first paint takes one request. The script is made of ES
/// modules, which import one another by file name. Their folder's name is a hash of all of them, so a browser may keep
/// each for ever.
package enum Assets {
    /// The style sheet of every page.
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
    /// What only the script shows: the editor, sheets, the command palette, and the list that it puts beside the screen.
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
    /// The last part of that sheet's address, which changes with its content.
    static let laterStyleSheetName = hash(of: ["later.css": laterStyleSheet]) + ".css"
    /// What an app's pages, and others with a way back to the screen, need beside it.
    static let sceneStyleSheet = shrink("scene.css")
    /// What pages of apps of which a wide window shows two need beside it.
    static let splitStyleSheet = shrink("split.css")
    /// What the list of notifications needs beside it.
    static let listStyleSheet = shrink(
        "theme-later.css",
        "notices.css",
        "list.css"
    )
    /// What Settings needs beside it.
    static let settingsStyleSheet = shrink("theme-later.css", "settings.css")
    /// What installing and removing apps, and the location in Settings, need beside that.
    static let installStyleSheet = shrink("install.css")
    /// What the page of complications needs beside it.
    static let complicationsStyleSheet = shrink("complications.css")

    /// What pages of a few sentences need beside it.
    static let plainStyleSheet = shrink("plain.css")
    /// What the outbox needs beside it.
    static let outboxStyleSheet = shrink(
        "theme-later.css",
        "notices.css",
        "outbox.css"
    )
    /// What pages of devices with lower rights need beside the others.
    static let limitedStyleSheet = shrink("limited.css")
    /// What topics and their feeds need beside it.
    static let topicsStyleSheet = shrink(
        "theme-later.css",
        "notices.css",
        "topics.css"
    )

    /// The modules of the script by their file names.
    static let modules: [String: [UInt8]] = {
        let folder = "Scripts/"
        let scripts = files.filter { $0.key.hasPrefix(folder) }
        return Dictionary(uniqueKeysWithValues: scripts.map { (String($0.key.dropFirst(folder.count)), $0.value) })
    }()
    /// The name of the folder that the modules are served in.
    static let version = hash(of: modules)
    /// The path of the module that imports all others.
    package static let scriptPath = "/assets/\(version)/main.js"
    /// The path of the module of the page that offers to sign in with a passkey.
    static let signInScriptPath = "/assets/\(version)/sign-in.js"
    /// The path of the script of the page that says that the host is away.
    static let awayScriptPath = "/assets/\(version)/away.js"

    /// The service worker, which begins with the addresses of what it keeps: another version of the script is another worker.
    static let worker: [UInt8] = {
        let names = modules.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let head = """
            const version = "\(version)";
            const modules = [\(names)].map((name) => `/assets/${version}/${name}`);
            const styleSheet = "/later/\(laterStyleSheetName)";

            """
        return Array(head.utf8) + file("Worker/worker.js")
    }()

    /// Returns a file of the folder `Assets`.
    ///
    /// - Parameter path: The path in the folder; `CWebAssets` must have the file.
    /// - Returns: The bytes of the file.
    static func file(_ path: String) -> [UInt8] {
        guard let bytes = files[path] else { preconditionFailure("Assets.c does not embed \(path)") }
        return bytes
    }

    private static let files: [String: [UInt8]] = {
        var count = 0
        let assets = UnsafeBufferPointer(start: web_assets(&count), count: count)
        return Dictionary(
            uniqueKeysWithValues: assets.map {
                (String(cString: $0.path), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)))
            }
        )
    }()

    private static func shrink(_ sheets: String...) -> [UInt8] {
        sheets.flatMap { StyleSheetShrinker.shrink(file("Styles/\($0)")) }
    }

    private static func hash(of modules: [String: [UInt8]]) -> String {
        var hash = SHA256()
        for (name, bytes) in modules.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(name) \(bytes.count)\n".utf8))
            hash.update(data: bytes)
        }
        return hash.finalize().prefix(8).hexadecimalDigits
    }
}
