import Host

/// The translations of the host's sentences: why a widget failed, that the cloud cannot be reached, why a request was
/// refused.
///
/// The host writes all of them in English; the terminal shows that text, and it is stored with a failure. A page finds
/// the sentence by its English pattern, and inserts the values, such as an app's name, into the translation. Texts of a
/// process or the cloud are not sentences of the host and stay unchanged. `script/check-texts.py` fails if a sentence
/// of the host has no translation here.
struct HostSentence: Sendable {
    /// The sentence with the placeholders `{1}` to `{9}` for values.
    private let patterns: PageText
    /// Literal texts before the first value, between the values, and after the last one.
    private let literals: [String]
    private let values: [Int]

    /// Makes a sentence from its patterns in each language.
    init(en: String, de: String, ja: String) {
        patterns = PageText(en: en, de: de, ja: ja)
        var literals = [""]
        var values: [Int] = []
        var rest = en[...]
        while let character = rest.popFirst() {
            if character == "{", let number = rest.first?.wholeNumberValue, rest.dropFirst().first == "}" {
                rest = rest.dropFirst(2)
                values.append(number)
                literals.append("")
            } else {
                literals[literals.count - 1].append(character)
            }
        }
        self.literals = literals
        self.values = values
    }

    /// Number of literal characters in the sentence.
    private var length: Int { literals.reduce(0) { $0 + $1.count } }

    /// Returns the sentence in every language; `nil` if the text does not match.
    private func translation(of text: String) -> PageText? {
        guard let first = literals.first, let last = literals.last else { return nil }
        guard !values.isEmpty else { return text == first ? patterns : nil }
        guard text.hasPrefix(first), text.hasSuffix(last), text.count > first.count + last.count else { return nil }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        var found: [Int: PageText] = [:]
        for (index, value) in values.enumerated() {
            var part = rest
            if index < values.count - 1 {
                guard let range = rest.firstRange(of: literals[index + 1]) else { return nil }
                part = rest[..<range.lowerBound]
                rest = rest[range.upperBound...]
            }
            guard !part.isEmpty else { return nil }
            // A reason within a sentence is itself a sentence of the host.
            found[value] = PageText(hostSentence: String(part))
        }
        return found.reduce(patterns) { text, entry in text.replacing("{\(entry.key)}", with: entry.value) }
    }

    /// Returns the translation of a text; `nil` if the host has no such sentence.
    ///
    /// If several sentences match the text, it is the one with the fewest characters in its values.
    static func translation(of text: String) -> PageText? {
        guard text.utf8.count <= lengthLimit else { return nil }
        for sentence in inOrder {
            if let translation = sentence.translation(of: text) { return translation }
        }
        return nil
    }

    /// Maximum length of a text, in bytes; the longest sentence names twenty keys of a bundle with their files.
    private static let lengthLimit = 8192

    /// ``retry`` comes first: it follows another sentence, whose last value would otherwise include it.
    private static let inOrder =
        [retry]
        + (processes + network + requests + apps + shares + devices + passkeys + pushes)
        .sorted { $0.length > $1.length }
}

extension PageText {
    /// Translates a sentence of the host; any other text stays unchanged.
    init(hostSentence text: String) { self = HostSentence.translation(of: text) ?? PageText(verbatim: text) }

    /// Translates the sentence of an error.
    ///
    /// An error without a translation has its English text, and in other languages a description of its kind. The
    /// errors in a bundle, listed below the sentence that counts them, are for its author: they stay in English, and
    /// other languages say so.
    init(_ error: HostError) {
        let lines = error.message.split(separator: "\n", maxSplits: 1)
        if error.code == .badBundle, lines.count == 2, let title = HostSentence.translation(of: String(lines[0])) {
            let about = PageText.mistakesForTheDeveloper
            self.init(
                en: "\(title.en) \(about.en)\n\(lines[1])",
                de: "\(title.de) \(about.de)\n\(lines[1])",
                ja: "\(title.ja)\(about.ja)\n\(lines[1])"
            )
        } else if let translation = HostSentence.translation(of: error.message) {
            self = translation
        } else {
            let kind = PageText.kind(of: error.code)
            self.init(en: error.message, de: kind?.de ?? error.message, ja: kind?.ja ?? error.message)
        }
    }

    /// Returns a description of the kind of error; `nil` for `processFailed`, whose message may be that of a process.
    private static func kind(of code: HostError.Code) -> PageText? {
        switch code {
        case .processFailed: nil
        case .notFound: .noSuchThing
        case .invalid, .badBundle, .claimed, .consentNeeded, .notAllowed, .nobodyWaits: .cannotBeDoneLikeThis
        case .cloudUnavailable: .cloudFailed
        case .passcodeRequired, .passcodeWrong, .passcodeNotSet: .passcodeProblem
        case .stateUnavailable, .notRunning, .sandboxUnavailable, .internal: .logHasTheRest
        }
    }

    fileprivate func replacing(_ placeholder: String, with value: PageText) -> PageText {
        PageText(
            en: en.replacing(placeholder, with: value.en),
            de: de.replacing(placeholder, with: value.de),
            ja: ja.replacing(placeholder, with: value.ja)
        )
    }

    static let mistakesForTheDeveloper = PageText(
        en: "For the developer of the app:",
        de: "Für den Entwickler der App, auf Englisch:",
        ja: "アプリの開発者向けの詳細（英語）："
    )
    private static let noSuchThing = PageText(
        en: "This is not here.",
        de: "Das ist hier nicht zu finden.",
        ja: "見つかりませんでした。"
    )
    private static let cannotBeDoneLikeThis = PageText(
        en: "This cannot be done like this.",
        de: "So lässt sich das nicht ausführen.",
        ja: "この内容では実行できません。"
    )
    private static let cloudFailed = PageText(
        en: "The cloud cannot be reached, or refused.",
        de: "Die Cloud ist nicht erreichbar oder hat abgelehnt.",
        ja: "クラウドに接続できないか、拒否されました。"
    )
    private static let passcodeProblem = PageText(
        en: "The passcode is missing or wrong.",
        de: "Der Code fehlt oder ist falsch.",
        ja: "パスコードがないか、間違っています。"
    )
}
