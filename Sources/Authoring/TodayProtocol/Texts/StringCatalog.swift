import JSON
import Synchronization

/// Texts in several languages: string catalogs, the files `.xcstrings` that Xcode and Weblate edit.
///
/// The catalogs are searched together, so no two of them have the same key. A language is read when it is first used.
package final class StringCatalog: Sendable {
    /// The languages, as BCP 47 tags, the source language first.
    package let languages: [String]

    // The bytes are constants of the program.
    private nonisolated(unsafe) let files: [UnsafeBufferPointer<UInt8>]
    private let read = Mutex<[String: LocalizedStrings]>([:])

    /// Takes catalogs as JSON whose bytes are never freed, and the languages to offer, the source language first, of
    /// which a catalog may lack others.
    package init(_ files: [UnsafeBufferPointer<UInt8>], languages: [String]) {
        self.files = files
        self.languages = languages
    }

    /// Returns the language of the catalogs for a BCP 47 tag, such as `de` for `de-AT`; the source language if none fits.
    package func language(for tag: String) -> String {
        let tag = tag.lowercased()
        let fitting = languages.filter { tag == $0.lowercased() || tag.hasPrefix($0.lowercased() + "-") }
        return fitting.max { $0.utf8.count < $1.utf8.count } ?? languages[0]
    }

    /// Returns the texts of a language, one of ``languages``; a text that it lacks is in the source language.
    package func strings(in language: String) -> LocalizedStrings {
        read.withLock { read in
            if let strings = read[language] { return strings }
            let tables = Self.tables(in: [language, languages[0]], of: files)
            let strings = LocalizedStrings([tables[0].completed(by: tables[1])])
            read[language] = strings
            return strings
        }
    }

    /// Returns the languages of a catalog, the source language first; `nil` if the file is no catalog.
    package static func languages(of file: some Sequence<UInt8>) -> [String]? {
        guard let catalog = try? JSONValue(parsing: file), let source = catalog["sourceLanguage"]?.stringValue,
            let texts = catalog["strings"]?.objectValue
        else { return nil }
        let languages = Set(texts.values.flatMap { $0["localizations"]?.objectValue?.keys.map(\.self) ?? [] })
        return [source] + languages.subtracting([source]).sorted()
    }

    /// Reads the texts of some languages; files that are no catalogs have none.
    package static func tables(
        in languages: [String],
        of files: [some Sequence<UInt8>]
    ) -> [LocalizedStrings.Table] {
        var tables = languages.map { LocalizedStrings.Table(language: $0, strings: [:]) }
        for file in files {
            let catalog = try? JSONValue(parsing: file)
            for (key, entry) in catalog?["strings"]?.objectValue ?? [:] {
                for (index, language) in languages.enumerated() {
                    guard let text = entry["localizations"]?[language] else { continue }
                    tables[index].strings[key] = text["stringUnit"]?["value"]?.stringValue
                    for (category, form) in text["variations"]?["plural"]?.objectValue ?? [:] {
                        let key = category == PluralCategory.other.rawValue ? key : "\(key)|\(category)"
                        tables[index].strings[key] = form["stringUnit"]?["value"]?.stringValue
                    }
                }
            }
        }
        return tables
    }
}
