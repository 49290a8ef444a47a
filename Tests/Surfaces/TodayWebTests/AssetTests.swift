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
