import FoundationEssentials
import Synchronization
public import TodayProtocol

/// The strings that a program reads itself: those of the texts on its cards.
extension LocalizedStrings {
    private static let known = Mutex<[[String]: LocalizedStrings]>([:])
    /// The largest number of tables and languages that are kept.
    private static let knownLimit = 64

    private static func strings(of table: String, _ language: String, read: () -> LocalizedStrings) -> LocalizedStrings
    {
        known.withLock { known in
            if let strings = known[[table, language]] { return strings }
            // A language is what a browser names, so there may be any number of them.
            if known.count >= knownLimit { known = [:] }
            let strings = read()
            known[[table, language]] = strings
            return strings
        }
    }

    /// The folder of the program's bundle: the nearest one above the program with an `Info.plist`.
    private static let mainBundle: String? = {
        let files = FileManager.default
        guard var folder = (try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe"))?[...] else { return nil }
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if files.fileExists(atPath: "\(folder)/Info.plist") { return String(folder) }
        }
        return nil
    }()

    /// Returns the strings of the program's own bundle, that of the app or that of the widget.
    ///
    /// They are those of one language: the best one for the surface of which `xx.lproj` has the table. A text that the
    /// language lacks is its key. The file is read at the first use of a language.
    ///
    /// - Parameters:
    ///   - table: The name of the file `xx.lproj/NAME.strings` without its ending.
    ///   - language: The language of the surface, a BCP 47 tag such as `context.language`.
    /// - Returns: The strings; empty if the bundle has no such file, or if the program is in no bundle, as one of tests.
    public static func main(_ table: String = "Localizable", for language: String) -> LocalizedStrings {
        strings(of: table, language) {
            mainBundle.map { LocalizedStrings(bundle: $0, table, for: language) } ?? LocalizedStrings()
        }
    }

    /// Reads a table of a bundle in the best language for a surface of those that have it.
    package init(bundle: String, _ table: String, for language: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: bundle)) ?? []
        let languages = names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
        for language in Self.order(for: language, of: languages) {
            guard let data = FileManager.default.contents(atPath: "\(bundle)/\(language).lproj/\(table).strings"),
                let strings = try? StringsFile.parse(Array(data))
            else { continue }
            self.init([Table(language: language, strings: strings)])
            return
        }
        self.init()
    }

    /// Returns the strings of a string catalog in the best language for a surface.
    ///
    /// This is for tests, whose program is in no bundle; an app uses `main(_:for:)`.
    ///
    /// - Parameters:
    ///   - catalog: The path of the file `NAME.xcstrings`, which is read at the first use of a language.
    ///   - language: A BCP 47 tag.
    /// - Returns: The strings; empty if there is no such file.
    public static func catalog(_ catalog: String, for language: String) -> LocalizedStrings {
        strings(of: catalog, language) {
            let file = Array(FileManager.default.contents(atPath: catalog) ?? Data())
            let order = order(for: language, of: StringCatalog.languages(of: file) ?? [])
            return LocalizedStrings(StringCatalog.tables(in: Array(order.prefix(1)), of: [file]))
        }
    }
}

extension ProcessScoped {
    /// The strings of `Localizable.strings` in the process's bundle, in the language of the surface.
    ///
    /// `context.strings.text(.key("GLASSES", arguments: ["3"]))` is the text of a key, in the plural form for the number.
    public var strings: LocalizedStrings { .main(for: language) }
}
