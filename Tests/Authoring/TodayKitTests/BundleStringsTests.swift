import Foundation
import Testing
import TodayTestSupport

@testable import TodayKit

/// The strings that a program reads itself.
@Suite struct BundleStringsTests {
    @Test(arguments: [
        ("de-AT", "1 Tag", "2 Tage"), ("en-US", "1 day", "2 days"), ("fr", "1 day", "2 days"),
        ("ja", "1 day", "2 days"),
    ])
    func aBundleHasTheBestLanguageThatHasTheTable(language: String, one: String, two: String) async throws {
        try await withTemporaryDirectory { folder in
            try write("\(folder)/en.lproj/Localizable.strings", #""days|one" = "%lld day"; "days" = "%lld days";"#)
            try write("\(folder)/de.lproj/Localizable.strings", #""days|one" = "%lld Tag"; "days" = "%lld Tage";"#)
            try write("\(folder)/ja.lproj/InfoPlist.strings", #""days" = "no";"#)
            let strings = LocalizedStrings(bundle: folder, "Localizable", for: language)
            #expect(strings.text(.key("days", arguments: ["1"])) == one)
            #expect(strings.text(.key("days", arguments: ["2"])) == two)
            #expect(strings.text(.key("lacking")) == "lacking")
        }
    }

    @Test func aCatalogIsReadInTheBestLanguage() async throws {
        try await withTemporaryDirectory { folder in
            let text = #"{"en":{"stringUnit":{"value":"Yes"}},"de":{"stringUnit":{"value":"Ja"}}}"#
            let path = "\(folder)/Localizable.xcstrings"
            try write(path, #"{"sourceLanguage":"en","strings":{"yes":{"localizations":\#(text)}}}"#)
            #expect(LocalizedStrings.catalog(path, for: "de-CH").text(.key("yes")) == "Ja")
            #expect(LocalizedStrings.catalog(path, for: "ja").text(.key("yes")) == "Yes")
        }
    }

    @Test func aProgramWithoutABundleHasNoStrings() {
        #expect(LocalizedStrings.main(for: "en").text(.key("yes")) == "yes")
        #expect(LocalizedStrings.catalog("/nowhere", for: "en").text(.key("yes")) == "yes")
    }

    private func write(_ path: String, _ text: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}
