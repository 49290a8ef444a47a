import CardRendering
import HostModel
import TodayProtocol

/// The texts of the pages, in the catalog that translators edit.
enum PageTexts {
    /// The catalog as JSON, in bytes that are never freed.
    static var file: UnsafeBufferPointer<UInt8> { Assets.bytes("Texts/Localizable.xcstrings") }

    /// The texts of the pages and of the host in all languages of the pages; a test may set others.
    @TaskLocal static var catalog = StringCatalog([file, HostTexts.file], languages: languages)
}

/// A language of the pages, with its texts.
///
/// Dates and times follow the person's own language, of which there are more.
struct PageLanguage: Sendable {
    /// The language of the texts that are written first, and of texts that a language lacks.
    static var english: PageLanguage { PageLanguage(tag: "en") }
    /// All languages of the pages.
    static var all: [PageLanguage] { PageTexts.catalog.languages.map { PageLanguage(tag: $0) } }

    /// Tag for a page's `lang` attribute.
    let tag: String
    fileprivate let strings: LocalizedStrings

    /// Takes the language of a BCP 47 tag, such as `de-AT`; English if there are no texts in the tag's language.
    init(tag: String) {
        let catalog = PageTexts.catalog
        self.tag = catalog.language(for: tag)
        strings = catalog.strings(in: self.tag)
    }
}

extension Viewer {
    /// Language of the pages for this person.
    var pageLanguage: PageLanguage { PageLanguage(tag: language) }
}

extension LocalizableText {
    /// Returns the text in a language.
    func text(in language: PageLanguage) -> String { language.strings.text(self) }

    /// Joins several texts with commas.
    static func list(of texts: [LocalizableText]) -> LocalizableText {
        guard let first = texts.first else { return "" }
        return texts.dropFirst().reduce(first) { .listOfTwo($0, second: $1) }
    }

    /// Joins several texts within a sentence: “alerts, sounds and icon badges”.
    static func enumeration(of texts: [LocalizableText]) -> LocalizableText {
        guard let last = texts.last, texts.count > 1 else { return list(of: texts) }
        return .enumerationOfTwo(list(of: texts.dropLast()), last: last)
    }
}

extension PageWriter {
    /// Writes a text in the page's language, in content or within a quoted attribute.
    mutating func text(_ text: LocalizableText) { self.text(text.text(in: language)) }

    /// Writes an attribute with a text in the page's language.
    mutating func attribute(_ name: StaticString, _ value: LocalizableText) {
        attribute(name, value.text(in: language))
    }

    /// Writes the bar of a page: the title, and the link back, to the screen unless another target is given.
    mutating func writeBar(
        _ title: LocalizableText,
        titleID: String? = nil,
        back: (path: String, label: LocalizableText) = ("/", .today)
    ) {
        markup("<header class=\"bar\"><div><a class=\"back\"\("href", back.path)>\(Symbol.back)")
        markup("<span>\(back.label)</span></a><h1\("id", titleID)>\(title)</h1></div></header>")
    }
}

extension CardWords {
    /// The words in a language of the pages, for graphics on cards that have no text of their own.
    init(_ language: PageLanguage) {
        self.init(
            lineChart: LocalizableText.lineChart.text(in: language),
            barChart: LocalizableText.barChart.text(in: language),
            donutChart: LocalizableText.donutChart.text(in: language),
            gauge: LocalizableText.gauge.text(in: language),
            lowest: LocalizableText.lowestValue.text(in: language),
            highest: LocalizableText.highestValue.text(in: language),
            progress: LocalizableText.progress.text(in: language),
            copy: LocalizableText.copy.text(in: language),
            outOf: { LocalizableText.outOf($0, greatest: $1).text(in: language) }
        )
    }
}
