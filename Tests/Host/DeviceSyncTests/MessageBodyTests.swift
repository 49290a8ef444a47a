import Fetching
import Foundation
import HostModel
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import DeviceSync

@Suite struct MessageBodyTests {
    private static let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8]

    private func make(_ source: String, _ type: String = "text/html") async throws -> MessageBody {
        let made = try await MessageBody.make(of: Array(source.utf8), contentType: type, clock: ManualClock()) {
            url throws(FetchFailure) in
            guard url.hasPrefix("https://images.example/") else {
                throw FetchFailure(.notAllowed, "\(url) is not on the internet.")
            }
            return ProxiedImage(format: .png, bytes: Self.png + Array(url.utf8))
        }
        return try #require(made)
    }

    /// What stands between the document's `<body>` and its end.
    private func content(_ body: MessageBody) -> String {
        let html = String(decoding: body.html, as: UTF8.self)
        guard let begin = html.range(of: "<body dir=\"auto\">\n"), let end = html.range(of: "\n</body>") else {
            return html
        }
        return String(html[begin.upperBound..<end.lowerBound])
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "<SCRIPT SRC=//evil.example></SCRIPT>", "<scr<script>ipt>alert(1)</script>",
        "<img src=x onerror=alert(1)>", "<img src=\"https://images.example/a\" onload='alert(1)'>",
        "<svg onload=alert(1)><a xlink:href=javascript:alert(1)>x</a></svg>", "<svg/onload=alert(1)//",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
        "<a href=\"javascript:alert(1)\">x</a>", "<a href=\"JaVaScRiPt:alert(1)\">x</a>",
        "<a href=\" &#14; javascript:alert(1)\">x</a>", "<a href=\"java\nscript:alert(1)\">x</a>",
        "<a href=\"&#106;avascript:alert(1)\">x</a>", "<a href=\"vbscript:x\">x</a>",
        "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">x</a>", "<a href=\"//evil.example\" onclick=alert(1)>x</a>",
        "<iframe src=\"https://evil.example\"></iframe>", "<iframe srcdoc=\"<script>alert(1)</script>\">",
        "<object data=x></object><embed src=x>",
        "<form action=\"https://evil.example\"><input name=a><button>Go</button></form>",
        "<base href=\"https://evil.example/\"><link rel=stylesheet href=x><meta http-equiv=refresh content=\"0;url=x\">",
        "<style>body{background:url(https://evil.example)}</style><p>x",
        "<p style=\"background:url(https://evil.example)\">x", "<p style=\"width:expression(alert(1))\">x",
        "<p style=\"background:\\75rl(x)\">x", "<p style=\"color:red;/**/background:u/**/rl(x)\">x",
        "<p style=\"position:fixed;top:0;left:0\">x", "<p style=\"behavior:url(x)\">x",
        "<p style=\"-moz-binding:url(x)\">x", "<p style=\"font-family:'a;background:url(x)'\">x",
        "<img src=\"https://images.example/a\" srcset=\"https://evil.example/b 2x\">",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
        "<template><script>alert(1)</script></template>", "<textarea><img src=x onerror=alert(1)></textarea>",
        "<title><img src=x onerror=alert(1)></title>", "<!--<img src=x onerror=alert(1)>-->",
        "<![CDATA[<script>alert(1)</script>]]>", "<?php echo '<script>'; ?>", "<p\u{0}onclick=alert(1)>x",
        "<video src=x onerror=alert(1)><source src=x></video><audio src=x>",
        "<xmp><script>alert(1)</script></xmp>", "<plaintext><script>alert(1)</script>",
        "<a href='https://x.example/\"onclick=\"alert(1)'>x</a>", "<p title='\"><script>alert(1)</script>'>x",
        "<table background=\"https://evil.example/x\"><tr><td background=x>x</table>",
        "<div><a href=\"https://ok.example\"><div><script>1</script></a></div></b></i>",
    ])
    func nothingHostileIsLeft(source: String) async throws {
        try await audit(content(make(source)))
    }

    /// Reads a body as strictly as it is written, and refuses whatever does not belong there.
    private func audit(_ html: String) throws {
        let tag = /<(\/?)([a-z0-9]+)((?:\ [a-z]+="[^"<>]*")*)>/
        let attribute = /\ ([a-z]+)="([^"]*)"/
        let names: Set<String> = [
            "style", "dir", "lang", "title", "align", "valign", "width", "height", "colspan", "rowspan", "span",
            "border",
            "cellpadding", "cellspacing", "bgcolor", "color", "face", "size", "start", "type", "reversed", "open",
            "href",
            "target", "rel", "src", "alt",
        ]
        for match in html.matches(of: tag) {
            let name = String(match.2)
            #expect(name == "img" || SafeElement(rawValue: name) != nil, "<\(name)> in \(html)")
            for match in String(match.3).matches(of: attribute) {
                let value = match.2.lowercased()
                #expect(names.contains(String(match.1)), "\(match.1) in \(html)")
                switch match.1 {
                case "href": #expect(value.contains(/^(https?:\/\/|mailto:|tel:)/), "\(value)")
                case "src": #expect(value.contains(/^images\/[0-9]+\.(png|jpg|gif|webp)$/), "\(value)")
                case "style": #expect(!value.contains(/url|expression|\\|position|behavior|@|binding|\/\*/), "\(value)")
                default: break
                }
            }
        }
        // What is left is text.
        #expect(!html.replacing(tag, with: "").contains(/[<>]/), "\(html)")
    }

    @Test(arguments: [
        ("<p>Hello <b>you</b></p>", "<p>Hello <b>you</b></p>"),
        ("<h1>A</h1><ul><li>b<li>c</ul>", "<h1>A</h1><ul><li>b</li><li>c</li></ul>"),
        ("a<br>b<hr>c", "<p>a<br>b</p><hr>c"),
        ("<custom><p>kept</p></custom>", "<p>kept</p>"),
        (
            "<p style='color: red; position: fixed; font-size:12px'>x</p>",
            "<p style=\"color: red; font-size: 12px\">x</p>"
        ),
        ("<td colspan=2 onclick=x>a</td>", "<td colspan=\"2\">a</td>"),
        ("<p>1 &lt; 2 &amp; \u{1F600}</p>", "<p>1 &lt; 2 &amp; \u{1F600}</p>"),
        (
            "<body bgcolor='#eee' text=navy><p>x</p></body>",
            "<div style=\"background-color: #eee; color: navy\"><p>x</p></div>"
        ),
        (
            "<a href='https://a.example/?b=1&amp;c'>x</a>",
            "<a href=\"https://a.example/?b=1&amp;c\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">x</a>"
        ),
        (
            "<a href='mailto:a@b.example'>x</a>",
            "<a href=\"mailto:a@b.example\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">x</a>"
        ),
        ("<a href='ftp://x'>x</a>", "<a>x</a>"),
        (
            "<font color=red face='Times, serif' size=+2>x</font>",
            "<font color=\"red\" face=\"Times, serif\" size=\"+2\">x</font>"
        ),
    ])
    func whatIsHarmlessStays(source: String, expected: String) async throws {
        #expect(try await content(make(source)) == expected)
    }

    @Test func picturesLieBesideTheBody() async throws {
        let data = Data(Self.png).base64EncodedString()
        let body = try await make(
            """
            <img src="https://images.example/a.png" alt="A" width=100 height=50><img src='https://images.example/a.png'>
            <img src="data:image/png;base64,\(data)"><img src="http://127.0.0.1/x" alt="secret"><img src="cid:1" alt="C">
            <img src="https://images.example/dot" width=1 height=1><img src="data:image/svg+xml;base64,PHN2Zz4=" alt="S">
            """
        )
        #expect(body.images.map(\.name) == ["1.png", "2.png"])
        #expect(body.images[1].bytes == Self.png)
        let html = content(body)
        #expect(html.contains("<img src=\"images/1.png\" alt=\"A\" width=\"100\" height=\"50\">"))
        #expect(html.contains("<img src=\"images/1.png\" alt=\"\">"))
        #expect(html.contains("<img src=\"images/2.png\" alt=\"\">"))
        #expect(!html.contains("127.0.0.1") && !html.contains("dot") && !html.contains("http"))
        #expect(html.contains("secret") && html.contains("C") && html.contains("S"))
    }

    @Test func thereAreNoMorePicturesThanMayBe() async throws {
        let many = (0..<50).map { "<img src='https://images.example/\($0)' alt='p\($0)'>" }.joined()
        let body = try await make(many)
        #expect(body.images.count == MessageBody.imageLimit)
        #expect(content(body).contains("p49"))
    }

    @Test func picturesTakeNoMoreRoomThanMayBe() async throws {
        let large = [UInt8](repeating: 0, count: 2 * 1024 * 1024 - 8)
        let sources = (0..<8).map { "<img src='https://images.example/\($0)'>" }.joined()
        let made = try await MessageBody.make(
            of: Array(sources.utf8),
            contentType: "text/html",
            clock: ManualClock()
        ) { _ throws(FetchFailure) in
            ProxiedImage(format: .png, bytes: Self.png + large)
        }
        let body = try #require(made)
        #expect(body.images.reduce(0) { $0 + $1.bytes.count } <= MessageBody.imageBytes)
        #expect(body.images.count == 5)
    }

    @Test(.timeLimit(.minutes(10))) func aPictureThatNeverComesIsGivenUp() async throws {
        let clock = ManualClock()
        async let made = MessageBody.make(
            of: Array("<img src='https://images.example/slow' alt='slow'><p>text".utf8),
            contentType: "text/html",
            clock: clock
        ) { _ throws(FetchFailure) in
            try? await ManualClock().sleep(for: .seconds(1))
            throw FetchFailure(.cancelled, "given up")
        }
        await clock.advanceWhenSleeping(by: MessageBody.imageTime)
        #expect(content(try #require(try await made)).contains("slow"))
    }

    @Test func hugeAndDeepBodiesAreCutNotRefused() async throws {
        let deep = try await make(String(repeating: "<div>", count: 100_000) + "bottom")
        #expect(deep.html.count < 100_000)
        let wide = try await make(String(repeating: "<b>x</b>", count: 200_000))
        #expect(wide.html.count < 2_000_000)
        let attributes = (0..<5000).map { "a\($0)=1" }.joined(separator: " ")
        #expect(try await content(make("<p \(attributes) title=t>x</p>")).hasPrefix("<p"))
        let large = try await make(String(repeating: "<p>0123456789</p>", count: 300_000))
        #expect(large.text.utf8.count <= BodyTextWriter.limit + 64)
    }

    @Test func brokenBytesBecomeReplacementCharacters() async throws {
        let made = try await MessageBody.make(of: [0x3C, 0x70, 0x3E, 0xFF, 0xC3, 0x00, 0x61], contentType: "text/html")
        {
            _ throws(FetchFailure) in throw FetchFailure(.badAddress, "none")
        }
        let body = try #require(made)
        #expect(content(body) == "<p>\u{FFFD}\u{FFFD}a</p>")
    }

    @Test func anotherEncodingThatTheBodyNamesCountsForNothing() async throws {
        let body = try await make("<meta charset=utf-7><p>+ADw-script+AD4-alert(1)+ADw-/script+AD4-é</p>")
        #expect(content(body) == "<p>+ADw-script+AD4-alert(1)+ADw-/script+AD4-é</p>")
    }

    @Test func theTextIsThatOfTheParagraphs() async throws {
        let body = try await make(
            "<style>p{}</style><h1>Title</h1><p>One\n  two</p><ul><li>a</li><li>b</li></ul><ol><li>c</ol><p>x<br>y</p><script>z</script>"
        )
        #expect(body.text == "Title\n\nOne two\n\n• a\n• b\n\n1. c\n\nx\ny")
    }

    @Test func plainTextIsEscapedAndItsAddressesAreLinks() async throws {
        let body = try await make(
            "1 < 2\nSee https://a.example/x?y=1, now.\n\n<script>alert(1)</script>",
            "text/plain; charset=utf-8"
        )
        #expect(
            content(body)
                == "<p>1 &lt; 2<br>See <a href=\"https://a.example/x?y=1\" target=\"_blank\" "
                + "rel=\"noopener noreferrer nofollow\">https://a.example/x?y=1</a>, now.</p>"
                + "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"
        )
        #expect(body.text == "1 < 2\nSee https://a.example/x?y=1, now.\n\n<script>alert(1)</script>")
    }

    @Test(arguments: ["text/plain", "text/markdown"])
    func eachParagraphIsReadInItsDirection(type: String) async throws {
        let html = try await content(make("Hello\n\nשלום", type))
        #expect(html.contains("<p>Hello</p>") && html.contains("<p dir=\"auto\">שלום</p>"))
    }

    @Test func markdownIsMarkdown() async throws {
        let body = try await make(
            "**Hi** <b>you</b>\n\n- a\n- [x](javascript:alert(1)) [y](https://y.example)",
            "text/markdown"
        )
        let html = content(body)
        #expect(html.contains("<p><strong>Hi</strong> &lt;b&gt;you&lt;/b&gt;</p>"))
        #expect(html.contains("<li>a</li>"))
        #expect(html.contains("href=\"https://y.example\"") && !html.contains("javascript"))
    }

    @Test func markdownHasEverythingThatSendersUse() async throws {
        let body = try await make(
            """
            # Backup *failed*

            > disk full

            | host | free |
            |---|--:|
            | nas | 0 B |

            ```sh
            df -h | sort
            ```

            1. Delete `old`
            2. See [the log](https://log.example/7) and ![chart](https://images.example/c.png)
            """,
            "text/markdown"
        )
        let html = content(body)
        for part in [
            "<h1>Backup <em>failed</em></h1>", "<blockquote><p>disk full</p></blockquote>", "<th>host</th>",
            "<td align=\"right\">0 B</td>", "<pre dir=\"ltr\"><code>df -h | sort\n</code></pre>", "<code>old</code>",
            "<img src=\"images/1.png\" alt=\"chart\">",
        ] {
            #expect(html.contains(part), "\(part) in \(html)")
        }
        #expect(
            body.text == """
                Backup failed

                > disk full

                host │ free
                nas │ 0 B

                df -h | sort

                1. Delete old
                2. See the log [1] and [chart]

                [1] https://log.example/7
                """
        )
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
        "[x](data:text/html,<script>1</script>)", "![x](javascript:alert(1))", "<javascript:alert(1)>",
        "[x](https://a\" onclick=\"alert(1))", "```\n</code></pre><script>alert(1)</script>\n```",
        "| <script> | b |\n|--|--|\n| </td><script>alert(1) | x |", "# <iframe src=x>", "> <svg onload=alert(1)>",
        "[x]( javascript:alert(1))", "`<script>`", "- <style>*{}</style>", "<!-- --><script>alert(1)</script>",
    ])
    func hostileMarkdownIsInert(source: String) async throws {
        try await audit(content(make(source, "text/markdown")))
    }

    @Test func linksAndCellsAreReadableAsText() async throws {
        let body = try await make(
            """
            <style>td{padding:9px}</style><table><tr><td>Total</td><td><b>9 €</b></td></tr></table>
            <p><a href="https://a.example/pay">Pay</a> or <a href="https://a.example/pay">here</a>,
            <a href="https://b.example">https://b.example</a>, <a href="mailto:c@d.example">c@d.example</a></p>
            """
        )
        #expect(
            body.text
                == "Total  9 €\n\nPay [1] or here [1], https://b.example, c@d.example\n\n[1] https://a.example/pay"
        )
        #expect(String(decoding: body.html, as: UTF8.self).contains("table:not([cellpadding])>*>tr>*{padding:2px 6px}"))
    }

    @Test func aPictureThatIsMissingLeavesABox() async throws {
        let html = try await content(make("<img src='http://127.0.0.1/x' alt='Chart'><img src='http://127.0.0.1/y'>"))
        #expect(html.contains("<span class=\"missing\">Chart</span><span class=\"missing\"></span>"))
    }

    @Test(arguments: ["application/json", "", "image/png", "text/calendar"])
    func everyOtherTypeIsPlainText(type: String) async throws {
        #expect(try await content(make("<b>x</b>", type)) == "<p>&lt;b&gt;x&lt;/b&gt;</p>")
    }

    @Test(arguments: [
        ("<h1>Soup</h1><p style='margin: 0; text-align: center'>In <b>ten</b> minutes.</p>", false),
        ("<table border=1><tr><td width=10>a</td></tr></table>", false),
        ("<style>p{color:red}</style><p>x</p>", false), ("<p style='border-color: red'>x</p>", false),
        ("<div><p style='margin: 0; COLOR: #222'>x</p></div>", true), ("<p style='background: #fff'>x</p>", true),
        ("<table><tr><td bgcolor='#eee'>x</td></tr></table>", true), ("<font color=red>x</font>", true),
        ("<body bgcolor=white><p>x</p></body>", true),
    ])
    func aBodyStandsOnWhiteOnlyIfItsSenderChoseColours(source: String, isWhite: Bool) async throws {
        let html = String(decoding: try await make(source).html, as: UTF8.self)
        #expect(html.contains("background:#fff") == isWhite)
        #expect(html.contains("color-scheme:light dark") != isWhite)
    }

    @Test func theDocumentForbidsWhatItDoesNotHave() async throws {
        let html = String(decoding: try await make("<p>x").html, as: UTF8.self)
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"))
        #expect(html.contains("default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'"))
    }
}
