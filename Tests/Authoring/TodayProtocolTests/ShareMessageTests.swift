import FoundationEssentials
import JSON
import Testing
import TodayProtocol

/// The limits of what is shared with an app.
@Suite struct ShareMessageTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    @Test func theLargestContentFitsIntoOneMessage() throws {
        let url = "https://" + String(repeating: "a", count: SharedContent.urlBytes - 8)
        let content = SharedContent(
            title: String(repeating: "\u{1}", count: SharedContent.titleLimit),
            text: String(repeating: "\u{1}", count: SharedContent.textBytes),
            urls: Array(repeating: url, count: SharedContent.urlLimit),
            images: (0..<SharedContent.imageLimit).map { number in
                let size = number == 0 ? SharedContent.imageBytes - 9 * Self.png.count : Self.png.count
                let name = String(repeating: "\u{1}", count: SharedImage.nameBytes)
                let data = Self.png + Data(count: size - Self.png.count)
                return SharedImage(name: name, mediaType: "image/png", data: data)
            }
        )
        let size = try JSONValue(encoding: content).jsonText.utf8.count
        #expect(size < 1024 * 1024 - 4096)
    }

    @Test(arguments: [
        ("https://example.org", true), ("HTTP://example.org/a?b#c", true), ("https://[::1]:80/", true),
        ("https://", false), ("https:///a", false), ("javascript:alert(1)", false), ("file:///etc/passwd", false),
        ("https://a b", false), ("https://a\n", false), ("https://ä.example", false), ("https://a\"onload=", false),
        ("//a.example", false), ("", false), ("https://" + String(repeating: "a", count: 2048), false),
    ])
    func aLinkIsOneOfTheWeb(text: String, isLink: Bool) { #expect(SharedContent.isLink(text) == isLink) }

    @Test func theTypeOfAnImageIsThatOfItsFirstBytes() {
        #expect(SharedImage.mediaType(of: Self.png) == "image/png")
        #expect(SharedImage.mediaType(of: Data([0xFF, 0xD8, 0xFF, 0xE0])) == "image/jpeg")
        #expect(SharedImage.mediaType(of: Data("GIF89a".utf8)) == "image/gif")
        #expect(SharedImage.mediaType(of: Data("RIFF\0\0\0\0WEBPVP8 ".utf8)) == "image/webp")
        for text in ["", "RIFF", "RIFF\0\0\0\0WAVE", "<svg/>", "GIF8"] {
            #expect(SharedImage.mediaType(of: Data(text.utf8)) == nil)
        }
    }

    @Test func aRuleTakesWhatItNamesAndNoMore() {
        let rule = ShareRule(takesText: true, urls: 1)
        #expect(rule.takes(SharedContent(title: "T", text: "a", urls: ["https://a.example"])))
        #expect(!rule.takes(SharedContent(urls: ["https://a.example", "https://b.example"])))
        #expect(!rule.takes(SharedContent(text: "a", images: [SharedImage(mediaType: "image/png", data: Self.png)])))
        #expect(!ShareRule(urls: 1).takes(SharedContent(text: "a", urls: ["https://a.example"])))
    }
}
