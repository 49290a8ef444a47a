import Foundation
import HostModel
import HostStorage
import Testing

@testable import Host

/// Which attachments of topics are pictures, and from where the host fetches them.
@Suite struct TopicPictureTests {
    private let pictures = TopicPictures(cloud: "http://127.0.0.1:8765", now: Date(timeIntervalSince1970: 100))

    private func file(_ url: String, name: String = "a.png", type: String? = nil) -> TopicMessage.Attachment {
        TopicMessage.Attachment(name: name, url: url, type: type)
    }

    @Test func aFileOfTheCloudIsFetchedFromThere() {
        let stored = file("http://127.0.0.1:8765/file/Ab1.png")
        #expect(pictures.picture(in: stored) == .stored)
        #expect(pictures.server(storing: stored)?.description == "127.0.0.1:8765")
    }

    @Test(arguments: [
        "http://127.0.0.1:8765/home/publish?message=x", "http://127.0.0.1:8765/file/../home/publish",
        "http://127.0.0.1:8765/file/a.png?x=1", "http://127.0.0.1:8765/file/", "http://127.0.0.1:8765/file/.png",
        "http://127.0.0.1:87650/file/a.png", "http://127.0.0.1:8766/file/a.png", "https://h.example/file/a.png",
        "http://127.0.0.1:8765/file/a%2Fb.png", "http://127.0.0.1:8765@h.example/file/a.png",
    ])
    func noOtherAddressGetsWhatOnlyTheCloudMay(address: String) {
        #expect(pictures.server(storing: file(address)) == nil)
    }

    @Test func theTypeDecidesAndWithoutOneTheName() {
        let url = "https://h.example/x"
        #expect(pictures.picture(in: file(url)) == .remote(server: "h.example"))
        #expect(pictures.picture(in: file(url, name: "A.JPG")) == .remote(server: "h.example"))
        #expect(pictures.picture(in: file(url, type: "text/html")) == nil)
        #expect(pictures.picture(in: file(url, name: "a.svg")) == nil)
        #expect(pictures.picture(in: file(url, type: "image/svg+xml")) == nil)
        #expect(pictures.picture(in: file(url, name: "a", type: "image/webp")) == .remote(server: "h.example"))
    }

    @Test func whatIsTooLargeOrExpiredIsNoPicture() {
        var large = file("https://h.example/x")
        large.size = 3 << 20
        #expect(pictures.picture(in: large) == nil)
        var old = file("https://h.example/x")
        old.expires = Date(timeIntervalSince1970: 100)
        #expect(pictures.picture(in: old) == nil && pictures.isExpired(old))
        old.expires = Date(timeIntervalSince1970: 101)
        #expect(pictures.picture(in: old) != nil)
    }
}
