import HTTPTypes
import JSON
import SurfaceTestSupport
import Testing

@testable import TodayWeb

/// The script and the style sheets that are part of the program.
@Suite struct AssetTests {
    @Test func everyModuleIsInAScriptBehindThoseThatItImports() throws {
        #expect(Set(Assets.bundles.values.flatMap(\.files)) == Set(Assets.modules.keys))
        let main = try #require(Assets.bundles["main.js"])
        #expect(main.files.last == "main.js" && main.files.count == Set(main.files).count)
        let position = Dictionary(uniqueKeysWithValues: main.files.enumerated().map { ($1, $0) })
        #expect(try #require(position["dom.js"]) < #require(position["sheet.js"]))
        #expect(!main.text.contains("import ") && !main.text.contains("export ") && !main.text.contains("\n/**"))
        #expect(main.text.contains("\nfunction find("))
    }

    /// The modules of a script share one scope.
    @Test(arguments: Assets.bundles.keys.sorted())
    func noNameIsDeclaredTwiceInAScript(script: String) throws {
        let bundle = try #require(Assets.bundles[script])
        let declarations = #/^(?:export )?(?:async )?(?:function\*?|const|let|class) ([A-Za-z_$][\w$]*)/#
            .anchorsMatchLineEndings()
        let names = bundle.files.flatMap { file in
            (Assets.modules[file] ?? "").matches(of: declarations).map { (String($0.1), file) }
        }
        for (name, files) in Dictionary(grouping: names, by: \.0) {
            #expect(files.count == 1, "\(name) is declared by \(files.map(\.1))")
        }
        #expect(script != "main.js" || names.count > 300)
    }

    /// A bundle leaves out each line that begins as one of a comment does.
    @Test func onlyLinesOfCommentsBeginWithAnAsterisk() {
        for (file, module) in Assets.modules {
            var isComment = false
            for line in module.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
                #expect(isComment || !line.hasPrefix("*"), "\(file): \(line)")
                isComment = (isComment || line.hasPrefix("/*")) && !line.hasSuffix("*/")
            }
        }
    }

    @Test func aBundleHasEachModuleOnceAndNoComments() {
        let modules = [
            "main.js": "// What it does.\n\nimport { a } from \"./a.js\";\nimport \"./b.js\";\n\na();\n",
            "a.js": "import { b } from \"./b.js\";\n/** A\n * one. */\nexport function a() {\n    return b * 2;\n}\n",
            "b.js": "import { a } from \"./a.js\";\n/** A constant. */\nexport const b = 2;\n",
        ]
        let bundle = ScriptBundle(of: "main.js", from: modules)
        #expect(bundle.text == "const b = 2;\nfunction a() {\nreturn b * 2;\n}\na();\n")
        #expect(bundle.files == ["b.js", "a.js", "main.js"])
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
        for sheet in [Assets.styleSheet, PageStyleSheet.list.bytes, PageStyleSheet.settings.bytes] {
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
