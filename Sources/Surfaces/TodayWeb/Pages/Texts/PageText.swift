import TodayScreen

/// A language of the pages.
///
/// Dates and times follow the person's own language, of which there are more.
enum PageLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case japanese = "ja"

    /// Takes the language of a BCP 47 tag, such as `de-AT`; English if there are no texts in the tag's language.
    init(tag: String) {
        self = PageLanguage(rawValue: tag.prefix { $0 != "-" }.lowercased()) ?? .english
    }

    /// Tag for a page's `lang` attribute.
    var tag: String { rawValue }
}

extension Viewer {
    /// Language of the pages for this person.
    var pageLanguage: PageLanguage { PageLanguage(tag: language) }
}

/// A text of the pages, in every language of the pages.
///
/// A text cannot be made without all languages. A text with a name or a number is a function, so that each language can
/// put the value into its own position.
struct PageText: Hashable, Sendable {
    let en: String
    let de: String
    let ja: String

    /// Makes a text.
    init(en: String, de: String, ja: String) {
        self.en = en
        self.de = de
        self.ja = ja
    }

    /// Makes a text that is the same in every language: a name, or a sentence of the host.
    init(verbatim text: String) { self.init(en: text, de: text, ja: text) }

    /// Makes a text for a number of things; Japanese has one form for all numbers.
    init(
        _ count: Int,
        en: (one: String, other: String),
        de: (one: String, other: String),
        ja: String
    ) {
        self.init(en: count == 1 ? en.one : en.other, de: count == 1 ? de.one : de.other, ja: ja)
    }

    /// Returns the text in a language.
    func text(in language: PageLanguage) -> String {
        switch language {
        case .english: en
        case .german: de
        case .japanese: ja
        }
    }

    /// Joins several texts with commas.
    static func list(_ texts: [PageText]) -> PageText {
        PageText(
            en: texts.map(\.en).joined(separator: ", "),
            de: texts.map(\.de).joined(separator: ", "),
            ja: texts.map(\.ja).joined(separator: "、")
        )
    }

    /// Joins several texts within a sentence: “alerts, sounds and icon badges”.
    static func enumeration(_ texts: [PageText]) -> PageText {
        guard let last = texts.last, texts.count > 1 else { return list(texts) }
        let first = list(texts.dropLast())
        return PageText(
            en: "\(first.en) and \(last.en)",
            de: "\(first.de) und \(last.de)",
            ja: "\(first.ja)、\(last.ja)"
        )
    }
}

extension PageWriter {
    /// Writes a text in the page's language, in content or within a quoted attribute.
    mutating func text(_ text: PageText) { self.text(text.text(in: language)) }

    /// Writes an attribute with a text in the page's language.
    mutating func attribute(_ name: StaticString, _ value: PageText) { attribute(name, value.text(in: language)) }

    /// Writes the bar of a page: the title, and the link back, to the screen unless another target is given.
    mutating func writeBar(
        _ title: PageText,
        titleID: StaticString? = nil,
        back: (path: String, label: PageText) = ("/", .today)
    ) {
        markup("<header class=\"bar\"><div><a class=\"back\"")
        attribute("href", back.path)
        markup(">")
        markup(Symbol.back.markup)
        markup("<span>")
        text(back.label)
        markup("</span></a><h1")
        if let titleID {
            markup(" id=\"")
            markup(titleID)
            markup("\"")
        }
        markup(">")
        text(title)
        markup("</h1></div></header>")
    }
}
