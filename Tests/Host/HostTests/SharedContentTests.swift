import FoundationEssentials
import Host
import HostModel
import Testing
import TodayProtocol

/// What a person may share with an app.
@Suite struct SharedContentTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    @Test func theLargestContentHasNoProblem() {
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
        #expect(content.problem == nil)
    }

    @Test(arguments: [
        SharedContent(), SharedContent(title: "only a title"), SharedContent(text: ""),
        SharedContent(title: String(repeating: "x", count: 201), text: "a"),
        SharedContent(title: "e" + String(repeating: "\u{301}", count: 2000), text: "a"),
        SharedContent(text: String(repeating: "x", count: 32 * 1024 + 1)),
        SharedContent(urls: Array(repeating: "https://a.example", count: 17)),
        SharedContent(images: Array(repeating: SharedImage(mediaType: "image/png", data: png), count: 11)),
        SharedContent(images: [SharedImage(mediaType: "image/gif", data: png)]),
        SharedContent(images: [SharedImage(mediaType: "text/html", data: Data("<p>".utf8))]),
        SharedContent(images: [SharedImage(name: String(repeating: "n", count: 256), mediaType: "image/png", data: png)]
        ),
        SharedContent(images: [SharedImage(mediaType: "image/png", data: png + Data(count: 512 * 1024))]),
    ])
    func whatIsBeyondALimitHasAProblem(content: SharedContent) { #expect(content.problem != nil) }

    @Test func aProblemNamesTheLimit() {
        #expect(SharedContent().problem == .nothingToShare)
        let text = SharedContent(text: String(repeating: "x", count: 32 * 1024 + 1))
        #expect(text.problem == .sharedTextTooLong(32))
        #expect(text.problem?.english == "A shared text has at most 32 KiB.")
    }
}
