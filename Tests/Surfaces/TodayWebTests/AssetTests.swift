import HTTPTypes
import JSON
import SurfaceTestSupport
import Testing

@testable import TodayWeb

/// The script and the style sheets that are part of the program.
@Suite struct AssetTests {
    @Test func theScriptsImportEveryModule() throws {
        // The pages that say that the host is away and that offer to sign in have scripts of their own.
        var unread = ["main.js", "away.js", "sign-in.js"]
        var imported = Set(unread)
        while let name = unread.popLast() {
            let module = try #require(Assets.modules[name], "\(name) is not served")
            let text = String(decoding: module, as: UTF8.self)
            let imports = #/(?:^import (?:.* from )?|import\()"\.\/([a-z0-9-]+\.js)"/#.anchorsMatchLineEndings()
            for match in text.matches(of: imports) {
                let name = String(match.1)
                if imported.insert(name).inserted { unread.append(name) }
            }
        }
        #expect(imported == Set(Assets.modules.keys))
    }

    @Test func everyLanguageHasTheSameTextsOfTheScript() throws {
        #expect(Assets.strings.count == PageTexts.languages.count)
        let texts = try PageTexts.languages.map { language in
            let script = String(decoding: try #require(Assets.strings["strings-\(language).js"]), as: UTF8.self)
            let object = try #require(script.firstMatch(of: #/^const strings = (\{.*\});\n$/#)?.1)
            return try #require(try JSONValue(parsing: Array(object.utf8)).objectValue)
        }
        for each in texts {
            #expect(Set(each.keys.filter { !$0.contains("|") }) == Set(texts[0].keys.filter { !$0.contains("|") }))
        }
        #expect(texts[0]["today"] == "Today" && texts[0]["kinds.app"] == "App")
        #expect(texts[0]["daysAgo"] == "%lld days ago" && texts[0]["daysAgo|one"] == "%lld day ago")
        #expect(texts[0]["about"] == nil)
    }

    @Test(arguments: PageTexts.languages)
    func aPageLoadsTheTextsOfItsLanguageBeforeTheModules(language: String) async throws {
        let path = Assets.stringsPath(in: PageLanguage(tag: language))
        for page in ["/notifications", "/away"] {
            let browser = try await TestBrowser.signedIn()
            let html = try await browser.send(.get, page, headers: ["Accept-Language": language]).text
            #expect(html.contains("<script defer src=\"\(path)\"></script><script type=\"module\""))
        }
        let worker = try await TestBrowser().send(.get, "/worker.js", headers: ["Accept-Language": language]).text
        #expect(worker.matches(of: #/"strings-[a-z-]+\.js"/#).map(\.output) == ["\"\(path.split(separator: "/")[2])\""])
    }

    @Test func theStyleSheetHoldsNothingForPeopleAlone() {
        for sheet in [Assets.styleSheet, Assets.listStyleSheet, Assets.settingsStyleSheet] {
            let text = String(decoding: sheet, as: UTF8.self)
            #expect(!text.contains("/*"))
            #expect(!text.contains("\n"))
            #expect(text.count { $0 == "{" } == text.count { $0 == "}" })
        }
        #expect(Assets.styleSheet.count < 25_000)
    }

    @Test(arguments: [
        ("", ""), ("a {\n    color: red;\n}\n", "a{color:red}"),
        ("a,\nb > c,\nd + e { margin: 0 auto; padding: 1px }", "a,b>c,d + e{margin:0 auto;padding:1px}"),
        ("a :hover {} b:hover {}", "a :hover{}b:hover{}"),
        ("a { width: calc(100% - 2px); }", "a{width:calc(100% - 2px)}"),
        ("a { b: rgb(0 0 0 / 0.5) 0.25px 10.5px -0.5px; c: 0; }", "a{b:rgb(0 0 0/.5) .25px 10.5px -0.5px;c:0}"),
        ("@media (hover: hover) and (a: b) { a { b: c; } }", "@media (hover:hover) and (a:b){a{b:c}}"),
        ("/* one */ a /* two */ b { /* three */ c: d /* four */; }", "a b{c:d}"),
        (#"a { content: "/* x ; } \"  y"; }"#, #"a{content:"/* x ; } \"  y"}"#),
        ("a { content: ''; b: c !important; }", "a{content:'';b:c!important}"),
        ("a { b: c } /* open", "a{b:c}"), ("a { b: 'open", "a{b:'open"), ("a { b: 'open\\", "a{b:'open\\"),
    ])
    func shrinkingKeepsWhatMeansSomething(sheet: String, shrunk: String) {
        #expect(String(decoding: StyleSheetShrinker.shrink(Array(sheet.utf8)), as: UTF8.self) == shrunk)
    }
}
