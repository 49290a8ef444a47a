import Testing

@testable import TodayProtocol

@Suite struct StringCatalogTests {
    private static let file = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "days" : {
              "localizations" : {
                "de" : { "stringUnit" : { "state" : "translated", "value" : "%lld Tage" } },
                "en" : {
                  "variations" : {
                    "plural" : {
                      "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld day" } },
                      "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld days" } }
                    }
                  }
                }
              }
            },
            "only" : { "localizations" : { "en" : { "stringUnit" : { "value" : "Only English" } } } }
          },
          "version" : "1.0"
        }
        """

    /// Returns a catalog whose bytes stay.
    private func catalog(_ text: String) -> StringCatalog {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        return StringCatalog([UnsafeBufferPointer(bytes)], languages: ["en", "de"])
    }

    @Test func findsTextsAndPluralForms() {
        let catalog = catalog(Self.file)
        #expect(catalog.strings(in: "en").text(.key("days", arguments: [1.localizable])) == "1 day")
        #expect(catalog.strings(in: "en").text(.key("days", arguments: [2.localizable])) == "2 days")
        #expect(catalog.strings(in: "de").text(.key("days", arguments: [1.localizable])) == "1 Tage")
    }

    @Test func whatALanguageLacksIsInTheSourceLanguage() {
        #expect(catalog(Self.file).strings(in: "de").text(.key("only")) == "Only English")
    }

    @Test func aFileThatIsNoCatalogHasNoTexts() {
        #expect(catalog("{\"strings\":[]}").strings(in: "en").text(.key("days")) == "days")
        #expect(catalog("no").strings(in: "en").text(.key("days")) == "days")
    }

    @Test func listsTheLanguagesOfAFile() {
        #expect(StringCatalog.languages(of: Self.file.utf8) == ["en", "de"])
        #expect(StringCatalog.languages(of: "{\"strings\":{}}".utf8) == nil)
        #expect(StringCatalog.languages(of: "no".utf8) == nil)
    }

    @Test(arguments: [("de-AT", "de"), ("de", "de"), ("DE-ch", "de"), ("den", "en"), ("fr", "en"), ("", "en")])
    func choosesTheLanguageOfATag(tag: String, language: String) {
        #expect(catalog(Self.file).language(for: tag) == language)
    }
}
