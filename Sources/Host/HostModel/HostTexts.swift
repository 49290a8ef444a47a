import CHostTexts
package import TodayProtocol

/// The texts of the host: its errors, and what it writes into notifications.
///
/// Every module of the host makes texts of this catalog, and every surface reads them in the language of a person.
package enum HostTexts {
    /// The catalog as JSON, in bytes that are never freed.
    package static var file: UnsafeBufferPointer<UInt8> {
        var count = 0
        let start = host_texts(&count)
        return UnsafeBufferPointer(start: start, count: count)
    }

    /// The texts in all of their languages.
    package static let catalog = StringCatalog([file], languages: languages)

    /// The texts in English, for logs, commands and the wire.
    fileprivate static let english = catalog.strings(in: languages[0])

    package static func strings(in language: String) -> LocalizedStrings {
        catalog.strings(in: catalog.language(for: language))
    }

    /// Returns a text in each language in which it differs, in English first.
    package static func forms(of text: LocalizableText) -> [String] {
        catalog.languages.reduce(into: []) { forms, language in
            let form = catalog.strings(in: language).text(text)
            if !forms.contains(form) { forms.append(form) }
        }
    }
}

extension LocalizableText {
    /// The text in English, for logs, commands and the wire; only for texts of the host.
    package var english: String { HostTexts.english.text(self) }

    /// The server that an app may not fetch from, as an argument of `today allow`; `nil` in other texts.
    package var refusedServer: String? {
        guard case .key(_, let arguments) = self else { return nil }
        let forms: [(text: LocalizableText, server: Int)] = [
            (.fetchNotAllowed("", host: "", command: ""), 1),
            (.unencryptedFetchNotAllowed("", host: "", command: ""), 1),
            (.hostNotOnInternet("", app: "", command: ""), 0),
        ]
        guard let form = forms.first(where: { hasKey(of: $0.text) }), form.server < arguments.count,
            case .text(let server) = arguments[form.server]
        else { return nil }
        return server
    }
}
