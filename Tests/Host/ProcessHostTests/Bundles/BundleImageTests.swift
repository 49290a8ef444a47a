import Foundation
import ProcessHost
import Testing
import TodayTestSupport

/// What images of a bundle may be: icons of apps and pictures of cards.
@Suite struct BundleImageTests {
    static let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64"/></svg>"#

    /// A PNG of a size that has no pixels to look at, since nobody decodes it here.
    static func png(_ width: UInt32, _ height: UInt32, first: String? = nil, ends: Bool = true) -> Data {
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            number(UInt32(data.count)) + Array(type.utf8) + data + [0, 0, 0, 0]
        }
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        if let first { bytes += chunk(first, [0, 0, 0, 0]) }
        bytes += chunk("IHDR", number(width) + number(height) + [8, 6, 0, 0, 0]) + chunk("IDAT", [1, 2, 3])
        return Data(ends ? bytes + chunk("IEND", []) : bytes)
    }

    static func jpeg(_ width: UInt8, _ height: UInt8) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC2, 0, 11, 8, 0, height, 0, width, 1, 1, 0x11, 0])
    }

    private static func icons(_ names: String...) -> String {
        let strings = names.map { "<string>\($0)</string>" }.joined()
        return """
            <dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key><array>\(strings)</array></dict></dict>
            """
    }

    private func read(_ fixture: BundleFixture) async throws -> AppManifest {
        try await withTemporaryDirectory { try BundleReader().read(at: try fixture.write(to: $0)) }
    }

    private func problems(_ fixture: BundleFixture) async throws -> [BundleProblem] {
        try await #require(throws: BundleError.self) { try await read(fixture) }.problems
    }

    // MARK: - Icons

    @Test func anIconIsReadInAllItsScales() async throws {
        var fixture = BundleFixture()
        fixture.appInfo["CFBundleIcons"] = Self.icons("Icon-60", "Tile.svg")
        fixture.files["Icon-60@2x.png"] = Self.png(120, 120)
        fixture.files["Icon-60@3x.png"] = Self.png(180, 180)
        fixture.files["Tile.svg"] = Data(Self.svg.utf8)
        let manifest = try await read(fixture)
        #expect(manifest.icons.map(\.file) == ["Icon-60@2x.png", "Icon-60@3x.png", "Tile.svg"])
        #expect(manifest.icons.map(\.width) == [120, 180, 64])
        #expect(manifest.icons.allSatisfy { $0.digest.wholeMatch(of: #/[A-Za-z0-9_-]{22}/#) != nil })
        #expect(Set(manifest.icons.map(\.digest)).count == 3)
        let copy = try JSONDecoder().decode(AppManifest.self, from: JSONEncoder().encode(manifest))
        #expect(copy == manifest)
    }

    @Test(arguments: [
        ("CFBundleIconFiles", "<array><string>Icon.png</string></array>"),
        ("CFBundleIconFile", "<string>Icon</string>"),
    ])
    func theOlderKeysOfIOSNameAnIconToo(key: String, value: String) async throws {
        var fixture = BundleFixture()
        fixture.appInfo[key] = value
        fixture.files["Icon.png"] = Self.png(64, 64)
        #expect(try await read(fixture).icons.map(\.file) == ["Icon.png"])
        // The newer key comes first, as on iOS.
        fixture.appInfo["CFBundleIcons"] = "<dict/>"
        #expect(try await read(fixture).icons.isEmpty)
    }

    @Test func aManifestOfAnOlderHostHasNoIcons() async throws {
        let manifest = try await read(BundleFixture())
        var json = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(manifest)) as? [String: Any]
        )
        json["icons"] = nil
        json["images"] = nil
        json["widgets"] = (json["widgets"] as? [[String: Any]])?.map { $0.filter { $0.key != "images" } }
        let old = try JSONDecoder().decode(AppManifest.self, from: JSONSerialization.data(withJSONObject: json))
        #expect(old == manifest)
    }

    @Test(arguments: ["../Icon.png", "PlugIns/Icon.png", "/etc/passwd", "..", "Icon.jpg", "..&#47;Icon"])
    func aNameOfAnIconIsAPNGOrSVGBesideTheInfo(name: String) async throws {
        var fixture = BundleFixture()
        fixture.appInfo["CFBundleIconFile"] = "<string>\(name)</string>"
        let problem = try #require(try await problems(fixture).first)
        #expect(problem.key == "CFBundleIconFile")
        #expect(problem.message.contains("is no name of an icon"))
    }

    @Test func anIconThatIsMissingIsNamed() async throws {
        var fixture = BundleFixture()
        fixture.appInfo["CFBundleIcons"] = Self.icons("Icon")
        let problems = try await problems(fixture)
        #expect(problems.map(\.file) == ["Info.plist"])
        #expect(problems.first?.key == "CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles")
        #expect(problems.first?.message == "There is no Icon.svg, no Icon.png, no Icon@2x.png, no Icon@3x.png.")
    }

    @Test func anIconThatIsALinkIsRefused() async throws {
        try await withTemporaryDirectory { folder in
            var fixture = BundleFixture()
            fixture.appInfo["CFBundleIconFile"] = "<string>Icon.png</string>"
            let root = try fixture.write(to: folder)
            try Self.png(64, 64).write(to: URL(filePath: "\(folder)/outside.png"))
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/Icon.png",
                withDestinationPath: "../outside.png"
            )
            let error = try #require(throws: BundleError.self) { try BundleReader().read(at: root) }
            #expect(error.problems.contains { $0.file == "Icon.png" && $0.remedy.contains("not a link") })
        }
    }

    static let badIcons: [(name: String, content: Data, message: String)] = [
        ("Icon.png", Data("no".utf8), "no PNG"), ("Icon.png", png(64, 32), "no square"),
        ("Icon.png", png(1025, 1025), "1025 × 1025 pixels"), ("Icon.png", png(0, 0), "0 × 0 pixels"),
        ("Icon.png", png(4_000_000_000, 4_000_000_000), "pixels"), ("Icon.png", png(64, 64, ends: false), "damaged"),
        ("Icon.png", png(64, 64, first: "CgBI"), "Xcode changed"), ("Icon.png", png(64, 64, first: "tEXt"), "damaged"),
        ("Icon.png", Data(count: 1024 * 1024 + 1), "larger than 1024 KiB"),
        ("Icon.svg", Data(count: 128 * 1024 + 1), "larger than 128 KiB"),
        ("Icon.svg", Data(svg.replacing("0 0 64 64", with: "0 0 64 32").utf8), "viewBox is no square"),
    ]

    @Test(arguments: badIcons)
    func aBadIconIsAnErrorThatNamesIt(name: String, content: Data, message: String) async throws {
        var fixture = BundleFixture()
        fixture.appInfo["CFBundleIconFile"] = "<string>\(name)</string>"
        fixture.files[name] = content
        let found = try await problems(fixture)
        #expect(found.count == 1, "\(found)")
        #expect(found.contains { $0.file == name && $0.message.contains(message) && !$0.remedy.isEmpty }, "\(found)")
    }

    // MARK: - SVG

    static let goodDrawings = [
        svg, "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- by hand -->\n\(svg)\n",
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0,0,8,8">
        <style><![CDATA[ @media (prefers-color-scheme: dark) { .a { fill: url("#b") } } ]]></style>
        <defs><linearGradient id='b'><stop offset="0" stop-color="#fff"/></linearGradient>
        <radialGradient id="c" xlink:href="#b"/><clipPath id="d"><circle r="4"/></clipPath></defs>
        <g clip-path="url( '#d' )"><path class="a" d="M0 0h8"/><text>A &amp; B &#x1F600;</text></g></svg>
        """,
    ]

    static func drawing(_ content: String, _ attributes: String = "") -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\" \(attributes)>\(content)</svg>"
    }

    static let badDrawings: [(text: String, message: String)] = [
        (drawing("<script>alert(1)</script>"), "the element script"), (drawing("<SCRIPT/>"), "the element SCRIPT"),
        (drawing("<x:script xmlns:x=\"http://www.w3.org/2000/svg\"/>"), "the element x:script"),
        (drawing("", "onload=\"alert(1)\""), "event handler onload"),
        (drawing("<rect OnClick=\"x()\"/>"), "event handler OnClick"),
        (drawing("<foreignObject><p/></foreignObject>"), "the element foreignObject"),
        (drawing("<image href=\"https://example.com/a.png\"/>"), "the element image"),
        (drawing("<use href=\"#a\"/>"), "the element use"), (drawing("<a href=\"#a\"/>"), "the element a"),
        (drawing("<set attributeName=\"href\" to=\"javascript:x\"/>"), "the element set"),
        (drawing("<iframe/>"), "the element iframe"),
        (drawing("<linearGradient xlink:href=\"https://example.com/\"/>"), "something outside"),
        (drawing("<linearGradient href=\"&#106;avascript:x\"/>"), "something outside"),
        (drawing("<rect xml:base=\"https://example.com/\"/>"), "the attribute xml:base"),
        (drawing("<rect fill=\"url(https://example.com/a#b)\"/>"), "url() of something outside"),
        (drawing("<rect fill=\"url(#a) url(//example.com)\"/>"), "url() of something outside"),
        (drawing("<rect fill=\"&#117;rl(data:x)\"/>"), "url() of something outside"),
        (drawing("<rect style=\"fill:u\\72l(//x)\"/>"), "a backslash"),
        (drawing("<style>@import '//example.com';</style>"), "@import"),
        (drawing("<style>@font-face{src:url(x)}</style>"), "@font-face"),
        (drawing("<style>a{fill:IMAGE-SET('//x' 1x)}</style>"), "in a style or attribute"),
        (drawing("<style>a{fill:url(//x)}</style>"), "url() of something outside"),
        (drawing("<style>g{mask:url(#a)}</style>"), "mask in a style sheet"),
        (drawing("<style><rect/></style>"), "an element in a style sheet"),
        (drawing("<mask id=\"a\"><rect mask=\"url(#b)\"/></mask>"), "within a mask"),
        (drawing("<mask id=\"a\"><g><rect style=\"mask:url(#b)\"/></g></mask>"), "within a mask"),
        (drawing("<g xmlns=\"http://www.w3.org/1999/xhtml\"/>"), "another language"),
        (
            "<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" + drawing("<text>&b;</text>"),
            "document type declaration"
        ), (drawing("<text>&lol;</text>"), "the entity lol"), (drawing("<text>&#0;</text>"), "the entity #0"),
        (drawing("<text>&#xFFFFFFFFFF;</text>"), "the entity"),
        ("<?xml-stylesheet href=\"//x\"?>" + svg, "processing instruction"), ("<?x ?>" + svg, "processing instruction"),
        ("<?xml version=\"1.0\" encoding=\"UTF-7\"?>" + svg, "encoding is not UTF-8"),
        (drawing(String(repeating: "<g>", count: 40) + String(repeating: "</g>", count: 40)), "deeper than 32"),
        (drawing(String(repeating: "<g/>", count: 5_000)), "more than 5000 elements"),
        (drawing("<g>"), "ends what is not open"), (drawing("</g>"), "ends what is not open"), ("<svg", "is no SVG"),
        (drawing("<g a=\"1\" a=\"2\"/>"), "twice"), (drawing("<g a=1/>"), "no quotes"), (drawing("<g a/>"), "no value"),
        (drawing("<g a=\"<\"/>"), "there is a <"), (drawing("<g a=\"1\"b=\"2\"/>"), "a blank is missing"),
        (drawing("a & b"), "a bare &"), (drawing("<!--"), "--> is missing"), (svg + svg, "two outermost"),
        (svg + "x", "outside of the drawing"), ("", "no element svg"), ("<html></html>", "the element html"),
        ("<svg viewBox=\"0 0 1 1\"/>", "is no SVG"), ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "no viewBox"),
        (svg.replacing("0 0 64 64", with: "0 0 nan inf"), "no viewBox"),
        (svg.replacing("0 0 64 64", with: "0 0 0 0"), "no viewBox"), (drawing("\u{1}"), "control characters"),
    ]

    @Test(arguments: goodDrawings)
    func aPlainDrawingIsAnIcon(text: String) async throws {
        var fixture = BundleFixture()
        fixture.appInfo["CFBundleIconFile"] = "<string>Icon.svg</string>"
        fixture.files["Icon.svg"] = Data(text.utf8)
        #expect(try await read(fixture).icons.map(\.format) == [.svg])
    }

    @Test(arguments: badDrawings)
    func anActiveOrMalformedDrawingIsRefused(text: String, message: String) async throws {
        var fixture = BundleFixture()
        fixture.files["PlugIns/Today.appex/sun.svg"] = Data(text.utf8)
        let found = try await problems(fixture)
        #expect(found.map(\.file) == ["PlugIns/Today.appex/sun.svg"])
        #expect(found.first?.message.contains(message) == true, "\(found)")
        #expect(found.first?.remedy.isEmpty == false)
    }

    // MARK: - Pictures of cards

    @Test func imagesBesideTheInfoAreThoseOfCards() async throws {
        var fixture = BundleFixture()
        for name in ["sun.png", "sun@2x.png", "sun~dark@3x.png"] { fixture.files[name] = Self.png(20, 10) }
        fixture.files["photo.jpg"] = Self.jpeg(30, 20)
        fixture.files["with blank.png"] = Data("not read".utf8)
        fixture.files["Folder/other.png"] = Data("not read".utf8)
        fixture.files["PlugIns/Today.appex/moon~dark.svg"] = Data(Self.svg.utf8)
        let manifest = try await read(fixture)
        #expect(
            manifest.images.map { "\($0.name) \($0.isDark) \($0.scale) \($0.format) \($0.file)" } == [
                "photo false 1 jpeg photo.jpg", "sun false 1 png sun.png", "sun false 2 png sun@2x.png",
                "sun true 3 png sun~dark@3x.png",
            ]
        )
        let drawing = try #require(manifest.widgets.first?.images.first)
        #expect(drawing.width == 64 && drawing.height == 64)
        #expect(drawing.name == "moon" && drawing.isDark && drawing.file == "PlugIns/Today.appex/moon~dark.svg")
    }

    @Test(arguments: [
        ("sun.png", png(4097, 1), "4097 × 1 pixels"), ("sun.jpg", png(1, 1), "no JPEG"),
        ("sun.jpeg", Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0]), "damaged JPEG"), ("sun.jpg", jpeg(0, 0), "0 × 0 pixels"),
        ("sun.png", Data(count: 1024 * 1024 + 1), "larger than 1024 KiB"),
    ])
    func aBadPictureIsAnErrorThatNamesIt(name: String, content: Data, message: String) async throws {
        var fixture = BundleFixture()
        fixture.files[name] = content
        let problem = try #require(try await problems(fixture).first)
        #expect(problem.file == name)
        #expect(problem.message.contains(message), "\(problem)")
    }

    @Test func thereAreAtMostTwoHundredPictures() async throws {
        var fixture = BundleFixture()
        for number in 0...200 { fixture.files["p\(number).png"] = Self.png(1, 1) }
        #expect(try await problems(fixture).map(\.message) == ["It holds 201 images; 200 are read."])
    }
}
